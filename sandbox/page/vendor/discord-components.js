/**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Xe=class extends Event{constructor(t,s,e,a){super("context-request",{bubbles:!0,composed:!0}),this.context=t,this.contextTarget=s,this.callback=e,this.subscribe=a??!1}};/**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var dt=class{constructor(t,s,e,a){if(this.subscribe=!1,this.provided=!1,this.value=void 0,this.t=(h,r)=>{this.unsubscribe&&(this.unsubscribe!==r&&(this.provided=!1,this.unsubscribe()),this.subscribe||this.unsubscribe()),this.value=h,this.host.requestUpdate(),this.provided&&!this.subscribe||(this.provided=!0,this.callback&&this.callback(h,r)),this.unsubscribe=r},this.host=t,s.context!==void 0){let h=s;this.context=h.context,this.callback=h.callback,this.subscribe=h.subscribe??!1}else this.context=s,this.callback=e,this.subscribe=a??!1;this.host.addController(this)}hostConnected(){this.dispatchRequest()}hostDisconnected(){this.unsubscribe&&(this.unsubscribe(),this.unsubscribe=void 0)}dispatchRequest(){this.host.dispatchEvent(new Xe(this.context,this.host,this.t,this.subscribe))}};/**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Lt=class{get value(){return this.o}set value(t){this.setValue(t)}setValue(t,s=!1){let e=s||!Object.is(t,this.o);this.o=t,e&&this.updateObservers()}constructor(t){this.subscriptions=new Map,this.updateObservers=()=>{for(let[s,{disposer:e}]of this.subscriptions)s(this.o,e)},t!==void 0&&(this.value=t)}addCallback(t,s,e){if(!e)return void t(this.value);this.subscriptions.has(t)||this.subscriptions.set(t,{disposer:()=>{this.subscriptions.delete(t)},consumerHost:s});let{disposer:a}=this.subscriptions.get(t);t(this.value,a)}clearCallbacks(){this.subscriptions.clear()}};/**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Ti=class extends Event{constructor(t,s){super("context-provider",{bubbles:!0,composed:!0}),this.context=t,this.contextTarget=s}},mt=class extends Lt{constructor(t,s,e){super(s.context!==void 0?s.initialValue:e),this.onContextRequest=a=>{if(a.context!==this.context)return;let h=a.contextTarget??a.composedPath()[0];h!==this.host&&(a.stopPropagation(),this.addCallback(a.callback,h,a.subscribe))},this.onProviderRequest=a=>{if(a.context!==this.context||(a.contextTarget??a.composedPath()[0])===this.host)return;let h=new Set;for(let[r,{consumerHost:d}]of this.subscriptions)h.has(r)||(h.add(r),d.dispatchEvent(new Xe(this.context,d,r,!0)));a.stopPropagation()},this.host=t,s.context!==void 0?this.context=s.context:this.context=s,this.attachListeners(),this.host.addController?.(this)}attachListeners(){this.host.addEventListener("context-request",this.onContextRequest),this.host.addEventListener("context-provider",this.onProviderRequest)}hostConnected(){this.host.dispatchEvent(new Ti(this.context,this.host))}};/**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */function yt({context:i}){return(t,s)=>{let e=new WeakMap;if(typeof s=="object")return{get(){return t.get.call(this)},set(a){return e.get(this).setValue(a),t.set.call(this,a)},init(a){return e.set(this,new mt(this,{context:i,initialValue:a})),a}};{t.constructor.addInitializer((r=>{e.set(r,new mt(r,{context:i}))}));let a=Object.getOwnPropertyDescriptor(t,s),h;if(a===void 0){let r=new WeakMap;h={get(){return r.get(this)},set(d){e.get(this).setValue(d),r.set(this,d)},configurable:!0,enumerable:!0}}else{let r=a.set;h={...a,set(d){e.get(this).setValue(d),r?.call(this,d)}}}return void Object.defineProperty(t,s,h)}}}/**
 * @license
 * Copyright 2022 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */function J({context:i,subscribe:t}){return(s,e)=>{typeof e=="object"?e.addInitializer((function(){new dt(this,{context:i,callback:a=>{s.set.call(this,a)},subscribe:t})})):s.constructor.addInitializer((a=>{new dt(a,{context:i,callback:h=>{a[e]=h},subscribe:t})}))}}/**
 * @license
 * Copyright 2019 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Ft=globalThis,qt=Ft.ShadowRoot&&(Ft.ShadyCSS===void 0||Ft.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,Ei=Symbol(),rs=new WeakMap,Mt=class{constructor(t,s,e){if(this._$cssResult$=!0,e!==Ei)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t,this.t=s}get styleSheet(){let t=this.o,s=this.t;if(qt&&t===void 0){let e=s!==void 0&&s.length===1;e&&(t=rs.get(s)),t===void 0&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),e&&rs.set(s,t))}return t}toString(){return this.cssText}},os=i=>new Mt(typeof i=="string"?i:i+"",void 0,Ei),K=(i,...t)=>{let s=i.length===1?i[0]:t.reduce((e,a,h)=>e+(r=>{if(r._$cssResult$===!0)return r.cssText;if(typeof r=="number")return r;throw Error("Value passed to 'css' function must be a 'css' function result: "+r+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(a)+i[h+1],i[0]);return new Mt(s,i,Ei)},hs=(i,t)=>{if(qt)i.adoptedStyleSheets=t.map(s=>s instanceof CSSStyleSheet?s:s.styleSheet);else for(let s of t){let e=document.createElement("style"),a=Ft.litNonce;a!==void 0&&e.setAttribute("nonce",a),e.textContent=s.cssText,i.appendChild(e)}},Ai=qt?i=>i:i=>i instanceof CSSStyleSheet?(t=>{let s="";for(let e of t.cssRules)s+=e.cssText;return os(s)})(i):i;/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var{is:js,defineProperty:Ds,getOwnPropertyDescriptor:Ss,getOwnPropertyNames:Is,getOwnPropertySymbols:Os,getPrototypeOf:Bs}=Object,Zt=globalThis,ls=Zt.trustedTypes,Us=ls?ls.emptyScript:"",Ps=Zt.reactiveElementPolyfillSupport,wt=(i,t)=>i,Ht={toAttribute(i,t){switch(t){case Boolean:i=i?Us:null;break;case Object:case Array:i=i==null?i:JSON.stringify(i)}return i},fromAttribute(i,t){let s=i;switch(t){case Boolean:s=i!==null;break;case Number:s=i===null?null:Number(i);break;case Object:case Array:try{s=JSON.parse(i)}catch{s=null}}return s}},Wt=(i,t)=>!js(i,t),ns={attribute:!0,type:String,converter:Ht,reflect:!1,useDefault:!1,hasChanged:Wt};Symbol.metadata??=Symbol("metadata"),Zt.litPropertyMetadata??=new WeakMap;var Se=class extends HTMLElement{static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(t,s=ns){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){let e=Symbol(),a=this.getPropertyDescriptor(t,e,s);a!==void 0&&Ds(this.prototype,t,a)}}static getPropertyDescriptor(t,s,e){let{get:a,set:h}=Ss(this.prototype,t)??{get(){return this[s]},set(r){this[s]=r}};return{get:a,set(r){let d=a?.call(this);h?.call(this,r),this.requestUpdate(t,d,e)},configurable:!0,enumerable:!0}}static getPropertyOptions(t){return this.elementProperties.get(t)??ns}static _$Ei(){if(this.hasOwnProperty(wt("elementProperties")))return;let t=Bs(this);t.finalize(),t.l!==void 0&&(this.l=[...t.l]),this.elementProperties=new Map(t.elementProperties)}static finalize(){if(this.hasOwnProperty(wt("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(wt("properties"))){let s=this.properties,e=[...Is(s),...Os(s)];for(let a of e)this.createProperty(a,s[a])}let t=this[Symbol.metadata];if(t!==null){let s=litPropertyMetadata.get(t);if(s!==void 0)for(let[e,a]of s)this.elementProperties.set(e,a)}this._$Eh=new Map;for(let[s,e]of this.elementProperties){let a=this._$Eu(s,e);a!==void 0&&this._$Eh.set(a,s)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(t){let s=[];if(Array.isArray(t)){let e=new Set(t.flat(1/0).reverse());for(let a of e)s.unshift(Ai(a))}else t!==void 0&&s.push(Ai(t));return s}static _$Eu(t,s){let e=s.attribute;return e===!1?void 0:typeof e=="string"?e:typeof t=="string"?t.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(t=>this.enableUpdating=t),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(t=>t(this))}addController(t){(this._$EO??=new Set).add(t),this.renderRoot!==void 0&&this.isConnected&&t.hostConnected?.()}removeController(t){this._$EO?.delete(t)}_$E_(){let t=new Map,s=this.constructor.elementProperties;for(let e of s.keys())this.hasOwnProperty(e)&&(t.set(e,this[e]),delete this[e]);t.size>0&&(this._$Ep=t)}createRenderRoot(){let t=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return hs(t,this.constructor.elementStyles),t}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(t=>t.hostConnected?.())}enableUpdating(t){}disconnectedCallback(){this._$EO?.forEach(t=>t.hostDisconnected?.())}attributeChangedCallback(t,s,e){this._$AK(t,e)}_$ET(t,s){let e=this.constructor.elementProperties.get(t),a=this.constructor._$Eu(t,e);if(a!==void 0&&e.reflect===!0){let h=(e.converter?.toAttribute!==void 0?e.converter:Ht).toAttribute(s,e.type);this._$Em=t,h==null?this.removeAttribute(a):this.setAttribute(a,h),this._$Em=null}}_$AK(t,s){let e=this.constructor,a=e._$Eh.get(t);if(a!==void 0&&this._$Em!==a){let h=e.getPropertyOptions(a),r=typeof h.converter=="function"?{fromAttribute:h.converter}:h.converter?.fromAttribute!==void 0?h.converter:Ht;this._$Em=a;let d=r.fromAttribute(s,h.type);this[a]=d??this._$Ej?.get(a)??d,this._$Em=null}}requestUpdate(t,s,e,a=!1,h){if(t!==void 0){let r=this.constructor;if(a===!1&&(h=this[t]),e??=r.getPropertyOptions(t),!((e.hasChanged??Wt)(h,s)||e.useDefault&&e.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,e))))return;this.C(t,s,e)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(t,s,{useDefault:e,reflect:a,wrapped:h},r){e&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),h!==!0||r!==void 0)||(this._$AL.has(t)||(this.hasUpdated||e||(s=void 0),this._$AL.set(t,s)),a===!0&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(s){Promise.reject(s)}let t=this.scheduleUpdate();return t!=null&&await t,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[a,h]of this._$Ep)this[a]=h;this._$Ep=void 0}let e=this.constructor.elementProperties;if(e.size>0)for(let[a,h]of e){let{wrapped:r}=h,d=this[a];r!==!0||this._$AL.has(a)||d===void 0||this.C(a,void 0,h,d)}}let t=!1,s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(e=>e.hostUpdate?.()),this.update(s)):this._$EM()}catch(e){throw t=!1,this._$EM(),e}t&&this._$AE(s)}willUpdate(t){}_$AE(t){this._$EO?.forEach(s=>s.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),this.updated(t)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(t){return!0}update(t){this._$Eq&&=this._$Eq.forEach(s=>this._$ET(s,this[s])),this._$EM()}updated(t){}firstUpdated(t){}};Se.elementStyles=[],Se.shadowRootOptions={mode:"open"},Se[wt("elementProperties")]=new Map,Se[wt("finalized")]=new Map,Ps?.({ReactiveElement:Se}),(Zt.reactiveElementVersions??=[]).push("2.1.2");/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var ji=globalThis,cs=i=>i,Gt=ji.trustedTypes,ds=Gt?Gt.createPolicy("lit-html",{createHTML:i=>i}):void 0,Di="$lit$",Ie=`lit$${Math.random().toFixed(9).slice(2)}$`,Si="?"+Ie,Rs=`<${Si}>`,at=document,kt=()=>at.createComment(""),Ct=i=>i===null||typeof i!="object"&&typeof i!="function",Ii=Array.isArray,gs=i=>Ii(i)||typeof i?.[Symbol.iterator]=="function",Vi=`[ 	
\f\r]`,$t=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,ms=/-->/g,fs=/>/g,it=RegExp(`>|${Vi}(?:([^\\s"'>=/]+)(${Vi}*=${Vi}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),vs=/'/g,ps=/"/g,zs=/^(?:script|style|textarea|title)$/i,Oi=i=>(t,...s)=>({_$litType$:i,strings:t,values:s}),c=Oi(1),C=Oi(2),Nr=Oi(3),$e=Symbol.for("lit-noChange"),te=Symbol.for("lit-nothing"),us=new WeakMap,st=at.createTreeWalker(at,129);function _s(i,t){if(!Ii(i)||!i.hasOwnProperty("raw"))throw Error("invalid template strings array");return ds!==void 0?ds.createHTML(t):t}var bs=(i,t)=>{let s=i.length-1,e=[],a,h=t===2?"<svg>":t===3?"<math>":"",r=$t;for(let d=0;d<s;d++){let g=i[d],v,l,o=-1,M=0;for(;M<g.length&&(r.lastIndex=M,l=r.exec(g),l!==null);)M=r.lastIndex,r===$t?l[1]==="!--"?r=ms:l[1]!==void 0?r=fs:l[2]!==void 0?(zs.test(l[2])&&(a=RegExp("</"+l[2],"g")),r=it):l[3]!==void 0&&(r=it):r===it?l[0]===">"?(r=a??$t,o=-1):l[1]===void 0?o=-2:(o=r.lastIndex-l[2].length,v=l[1],r=l[3]===void 0?it:l[3]==='"'?ps:vs):r===ps||r===vs?r=it:r===ms||r===fs?r=$t:(r=it,a=void 0);let b=r===it&&i[d+1].startsWith("/>")?" ":"";h+=r===$t?g+Rs:o>=0?(e.push(v),g.slice(0,o)+Di+g.slice(o)+Ie+b):g+Ie+(o===-2?d:b)}return[_s(i,h+(i[s]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),e]},Tt=class i{constructor({strings:t,_$litType$:s},e){let a;this.parts=[];let h=0,r=0,d=t.length-1,g=this.parts,[v,l]=bs(t,s);if(this.el=i.createElement(v,e),st.currentNode=this.el.content,s===2||s===3){let o=this.el.content.firstChild;o.replaceWith(...o.childNodes)}for(;(a=st.nextNode())!==null&&g.length<d;){if(a.nodeType===1){if(a.hasAttributes())for(let o of a.getAttributeNames())if(o.endsWith(Di)){let M=l[r++],b=a.getAttribute(o).split(Ie),z=/([.?@])?(.*)/.exec(M);g.push({type:1,index:h,name:z[2],strings:b,ctor:z[1]==="."?Qt:z[1]==="?"?Jt:z[1]==="@"?Xt:ot}),a.removeAttribute(o)}else o.startsWith(Ie)&&(g.push({type:6,index:h}),a.removeAttribute(o));if(zs.test(a.tagName)){let o=a.textContent.split(Ie),M=o.length-1;if(M>0){a.textContent=Gt?Gt.emptyScript:"";for(let b=0;b<M;b++)a.append(o[b],kt()),st.nextNode(),g.push({type:2,index:++h});a.append(o[M],kt())}}}else if(a.nodeType===8)if(a.data===Si)g.push({type:2,index:h});else{let o=-1;for(;(o=a.data.indexOf(Ie,o+1))!==-1;)g.push({type:7,index:h}),o+=Ie.length-1}h++}}static createElement(t,s){let e=at.createElement("template");return e.innerHTML=t,e}};function rt(i,t,s=i,e){if(t===$e)return t;let a=e!==void 0?s._$Co?.[e]:s._$Cl,h=Ct(t)?void 0:t._$litDirective$;return a?.constructor!==h&&(a?._$AO?.(!1),h===void 0?a=void 0:(a=new h(i),a._$AT(i,s,e)),e!==void 0?(s._$Co??=[])[e]=a:s._$Cl=a),a!==void 0&&(t=rt(i,a._$AS(i,t.values),a,e)),t}var Kt=class{constructor(t,s){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=s}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:s},parts:e}=this._$AD,a=(t?.creationScope??at).importNode(s,!0);st.currentNode=a;let h=st.nextNode(),r=0,d=0,g=e[0];for(;g!==void 0;){if(r===g.index){let v;g.type===2?v=new ft(h,h.nextSibling,this,t):g.type===1?v=new g.ctor(h,g.name,g.strings,this,t):g.type===6&&(v=new Yt(h,this,t)),this._$AV.push(v),g=e[++d]}r!==g?.index&&(h=st.nextNode(),r++)}return st.currentNode=at,a}p(t){let s=0;for(let e of this._$AV)e!==void 0&&(e.strings!==void 0?(e._$AI(t,e,s),s+=e.strings.length-2):e._$AI(t[s])),s++}},ft=class i{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,s,e,a){this.type=2,this._$AH=te,this._$AN=void 0,this._$AA=t,this._$AB=s,this._$AM=e,this.options=a,this._$Cv=a?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,s=this._$AM;return s!==void 0&&t?.nodeType===11&&(t=s.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,s=this){t=rt(this,t,s),Ct(t)?t===te||t==null||t===""?(this._$AH!==te&&this._$AR(),this._$AH=te):t!==this._$AH&&t!==$e&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):gs(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==te&&Ct(this._$AH)?this._$AA.nextSibling.data=t:this.T(at.createTextNode(t)),this._$AH=t}$(t){let{values:s,_$litType$:e}=t,a=typeof e=="number"?this._$AC(t):(e.el===void 0&&(e.el=Tt.createElement(_s(e.h,e.h[0]),this.options)),e);if(this._$AH?._$AD===a)this._$AH.p(s);else{let h=new Kt(a,this),r=h.u(this.options);h.p(s),this.T(r),this._$AH=h}}_$AC(t){let s=us.get(t.strings);return s===void 0&&us.set(t.strings,s=new Tt(t)),s}k(t){Ii(this._$AH)||(this._$AH=[],this._$AR());let s=this._$AH,e,a=0;for(let h of t)a===s.length?s.push(e=new i(this.O(kt()),this.O(kt()),this,this.options)):e=s[a],e._$AI(h),a++;a<s.length&&(this._$AR(e&&e._$AB.nextSibling,a),s.length=a)}_$AR(t=this._$AA.nextSibling,s){for(this._$AP?.(!1,!0,s);t!==this._$AB;){let e=cs(t).nextSibling;cs(t).remove(),t=e}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},ot=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,s,e,a,h){this.type=1,this._$AH=te,this._$AN=void 0,this.element=t,this.name=s,this._$AM=a,this.options=h,e.length>2||e[0]!==""||e[1]!==""?(this._$AH=Array(e.length-1).fill(new String),this.strings=e):this._$AH=te}_$AI(t,s=this,e,a){let h=this.strings,r=!1;if(h===void 0)t=rt(this,t,s,0),r=!Ct(t)||t!==this._$AH&&t!==$e,r&&(this._$AH=t);else{let d=t,g,v;for(t=h[0],g=0;g<h.length-1;g++)v=rt(this,d[e+g],s,g),v===$e&&(v=this._$AH[g]),r||=!Ct(v)||v!==this._$AH[g],v===te?t=te:t!==te&&(t+=(v??"")+h[g+1]),this._$AH[g]=v}r&&!a&&this.j(t)}j(t){t===te?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},Qt=class extends ot{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===te?void 0:t}},Jt=class extends ot{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==te)}},Xt=class extends ot{constructor(t,s,e,a,h){super(t,s,e,a,h),this.type=5}_$AI(t,s=this){if((t=rt(this,t,s,0)??te)===$e)return;let e=this._$AH,a=t===te&&e!==te||t.capture!==e.capture||t.once!==e.once||t.passive!==e.passive,h=t!==te&&(e===te||a);a&&this.element.removeEventListener(this.name,this,e),h&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},Yt=class{constructor(t,s,e){this.element=t,this.type=6,this._$AN=void 0,this._$AM=s,this.options=e}get _$AU(){return this._$AM._$AU}_$AI(t){rt(this,t)}},xs={M:Di,P:Ie,A:Si,C:1,L:bs,R:Kt,D:gs,V:rt,I:ft,H:ot,N:Jt,U:Xt,B:Qt,F:Yt},Ns=ji.litHtmlPolyfillSupport;Ns?.(Tt,ft),(ji.litHtmlVersions??=[]).push("3.3.3");var ys=(i,t,s)=>{let e=s?.renderBefore??t,a=e._$litPart$;if(a===void 0){let h=s?.renderBefore??null;e._$litPart$=a=new ft(t.insertBefore(kt(),h),h,void 0,s??{})}return a._$AI(i),a};/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Bi=globalThis,F=class extends Se{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}update(t){let s=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(t),this._$Do=ys(s,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return $e}};F._$litElement$=!0,F.finalized=!0,Bi.litElementHydrateSupport?.({LitElement:F});var Ls=Bi.litElementPolyfillSupport;Ls?.({LitElement:F});(Bi.litElementVersions??=[]).push("4.2.2");/**
 * @license
 * Copyright 2022 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Q=i=>(t,s)=>{s!==void 0?s.addInitializer(()=>{customElements.define(i,t)}):customElements.define(i,t)};/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Fs={attribute:!0,type:String,converter:Ht,reflect:!1,hasChanged:Wt},qs=(i=Fs,t,s)=>{let{kind:e,metadata:a}=s,h=globalThis.litPropertyMetadata.get(a);if(h===void 0&&globalThis.litPropertyMetadata.set(a,h=new Map),e==="setter"&&((i=Object.create(i)).wrapped=!0),h.set(s.name,i),e==="accessor"){let{name:r}=s;return{set(d){let g=t.get.call(this);t.set.call(this,d),this.requestUpdate(r,g,i,!0,d)},init(d){return d!==void 0&&this.C(r,void 0,i,d),d}}}if(e==="setter"){let{name:r}=s;return function(d){let g=this[r];t.call(this,d),this.requestUpdate(r,g,i,!0,d)}}throw Error("Unsupported decorator location: "+e)};function u(i){return(t,s)=>typeof s=="object"?qs(i,t,s):((e,a,h)=>{let r=a.hasOwnProperty(h);return a.constructor.createProperty(h,e),r?Object.getOwnPropertyDescriptor(a,h):void 0})(i,t,s)}/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 *//**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */function I(i,t,s){return i?t(i):s?.(i)}/**
 * @license
 * Copyright 2020 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var{I:jo}=xs;var Ms=i=>i.strings===void 0;/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var vt={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},ht=i=>(...t)=>({_$litDirective$:i,values:t}),Ye=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,s,e){this._$Ct=t,this._$AM=s,this._$Ci=e}_$AS(t,s){return this.update(t,s)}update(t,s){return this.render(...s)}};/**
 * @license
 * Copyright 2017 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Et=(i,t)=>{let s=i._$AN;if(s===void 0)return!1;for(let e of s)e._$AO?.(t,!1),Et(e,t);return!0},ti=i=>{let t,s;do{if((t=i._$AM)===void 0)break;s=t._$AN,s.delete(i),i=t}while(s?.size===0)},ws=i=>{for(let t;t=i._$AM;i=t){let s=t._$AN;if(s===void 0)t._$AN=s=new Set;else if(s.has(i))break;s.add(i),Gs(t)}};function Zs(i){this._$AN!==void 0?(ti(this),this._$AM=i,ws(this)):this._$AM=i}function Ws(i,t=!1,s=0){let e=this._$AH,a=this._$AN;if(a!==void 0&&a.size!==0)if(t)if(Array.isArray(e))for(let h=s;h<e.length;h++)Et(e[h],!1),ti(e[h]);else e!=null&&(Et(e,!1),ti(e));else Et(this,i)}var Gs=i=>{i.type==vt.CHILD&&(i._$AP??=Ws,i._$AQ??=Zs)},ii=class extends Ye{constructor(){super(...arguments),this._$AN=void 0}_$AT(t,s,e){super._$AT(t,s,e),ws(this),this.isConnected=t._$AU}_$AO(t,s=!0){t!==this.isConnected&&(this.isConnected=t,t?this.reconnected?.():this.disconnected?.()),s&&(Et(this,t),ti(this))}setValue(t){if(Ms(this._$Ct))this._$Ct._$AI(t,this);else{let s=[...this._$Ct._$AH];s[this._$Ci]=t,this._$Ct._$AI(s,this,0)}}disconnected(){}reconnected(){}};var Ui=class extends ii{host;element;prevData={};eventData={};render(t){return te}update(t,[s]){this.element!==t.element&&(this.element=t.element),this.host=t.options?.host??this.element,this.apply(s),this.groom(s),this.prevData={...s}}apply(t){if(!t)return;let{prevData:s,element:e}=this;for(let[a,h]of Object.entries(t)){if(h===s[a])continue;let r=a.slice(1);switch(a[0]){case"@":this.eventData[r]=h,this.applyEvent(r,h);break;case".":e[r]=h;break;case"?":h?e.setAttribute(r,""):e.removeAttribute(r);break;default:h===null?e.removeAttribute(a):e.setAttribute(a,String(h));break}}}groom(t){let{prevData:s,element:e}=this;if(s)for(let[a,h]of Object.entries(s)){let r=a.slice(1);if(!t||!(a in t)&&e[r]===h)switch(a[0]){case"@":this.groomEvent(r,h);break;case".":e[r]=void 0;break;case"?":e.removeAttribute(r);break;default:e.removeAttribute(a);break}}}applyEvent(t,s){let{prevData:e,element:a}=this;this.eventData[t]=s,e[t]&&a.removeEventListener(t,this,s),a.addEventListener(t,this,s)}groomEvent(t,s){let{element:e}=this;Reflect.deleteProperty(this.eventData,t),e.removeEventListener(t,this,s)}handleEvent(t){let s=this.eventData[t.type];typeof s=="function"?s.call(this.host,t):s.handleEvent(t)}disconnected(){let{eventData:t,element:s}=this;for(let[e,a]of Object.entries(t)){let h=e.slice(1);s.removeEventListener(h,this,a)}}reconnected(){let{eventData:t,element:s}=this;for(let[e,a]of Object.entries(t)){let h=e.slice(1);s.addEventListener(h,this,a)}}},T=ht(Ui);var Ks=C`
	<path d="M5.688 3.5v.438H5.25v.438h-.438V1.313h-.438V.875h-.436V.438H3.5v6.125h2.625v-.438H5.25v-.438h.438v-.438h.438v-.438h.438V3.5z" fill="#b79cf8"/>
	<path d="M3.063.438v.438h-.438v.438h-.437v3.5h-.875v-.438H.438v1.75h.438v.438h2.625V.438z" fill="#ff7fc0"/>
	<path d="M3.938 0h-.875v.438h.875zm-.875.438h-.438v.438h.438z" fill="#000"/>
	<path d="M3.938.438h-.875v.438h.875zm-.875.437h-.438v.438h.438zm0 1.75h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M2.188 5.25H1.75v.438h.438z" fill="#ffa5d3"/>
	<path d="M2.625 5.25h-.437v.438h.438zm-1.75.438H.438v.438h.438zm2.625.438H.875v.438H3.5z" fill="#ff1c90"/>
	<path d="M1.75 5.688h-.437v.438h.438zm-.438-.438H.875v.438h.438zm1.313-.875V3.5h-.437v1.313h.438v1.313h.438v-1.75zm.438-3.5v1.313h-.438v.438h.438v1.313h.438V.875z" fill="#ffa5d3"/>
	<path d="M6.125 3.5h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-3.5.875h-.874v.438h.875zm-.875-.438H.438v.438h.875z" fill="#f0f0f0"/>
	<path d="M.875 5.25v-.875H.438v.875z" fill="#f0f0f0"/>
	<path d="M4.813 1.313h-.438v.438h.438z" fill="#cdbafa"/>
	<path d="M2.625 1.313h-.437v1.313h.438z" fill="#f0f0f0"/>
	<path d="M4.375.438h-.437v.438h.438zm.438.438h-.438v.438h.438zM2.625 4.814h-.437v.438h.438zm3.938 0h-.438v.438h.438zm-.875.438v.438H5.25v.438h.875v-.875zm.438.875v.438H.875v.438h5.688v-.875zM.875 6.125H.438v.438h.438zM7 3.062H5.687V3.5H7zm-5.687.876H0v.438h1.313z" fill="#000"/>
	<path d="M.438 6.125V3.938H0v2.188zm6.563-1.313V3.5h-.438v1.313zM2.625.875h-.437v.438h.438zm-.875.438v3.063h-.437v.438h.875V1.313zm3.5 2.188V1.313h-.438v3.063h.438v-.438h.438V3.5z" fill="#000"/>
	<path d="M3.938.875H3.5v.875h.438zm.438 1.75V1.75h-.438V3.5h.438v.438h.438V2.625zm.875 1.75h-.438v.438h.438zm-1.313 0H3.5v1.313h.438zm.875 1.313h-.438v.438h.438zm0-.875h-.438v.438h.438zm.438.438h-.438v.438h.438z" fill="#cdbafa"/>
	<path d="M5.25 6.125v-.438h-.438v.438H3.5v.438h2.625v-.438zm.438-.875H5.25v.438h.438zm.438-.438h-.438v.438h.438z" fill="#816bee"/>
`;function si(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${Ks}
	</svg>`}var Qs=C`
	<path d="M4.375 1.75v-.437h-.437V.438h-.875v.875h-.438v.438h-.437v.438h.438v.438h.438v.438h.875v-.44h.438v-.437h.438V1.75z" fill="#47baff"/>
	<path d="M4.375 5.25v.438h-.437v.875h-.875v-.875h-.438V5.25h-.437v-.438h.438v-.438h.438v-.436h.875v.438h.438v.438h.438v.438z" fill="#ff2c52"/>
	<path d="M3.063 0v.438h.875V0z" fill="#000"/>
	<path d="M3.063.438v.438h.875V.438z" fill="#f0f0f0"/>
	<path d="M3.063 2.625v.438h.875v-.438z" fill="#4282d8"/>
	<path d="M3.063.438h-.438v.875h.438zM.438 3.063H0v.875h.438zm.875 0v-.438H.438v.438zm1.313-1.75h-.438v.438h.438z" fill="#000"/>
	<path d="M2.625 1.75h-.437v.438h.438zm.438-.438h-.438v.438h.438zm0 2.625v.438h.875v-.437z" fill="#f0f0f0"/>
	<path d="M3.063 6.125v.438h.875v-.438zm0-.875h-.438v.438h.438zm-.438-.438h-.437v.438h.438z" fill="#be0351"/>
	<path d="M3.063 4.375h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M3.938 5.688h.438V5.25h-.438zm.438-.438h.438v-.438h-.438zm-.438-.438h.438v-.438h-.438z" fill="#be0351"/>
	<path d="M3.5 1.75h-.437v.438h.438z" fill="#f0f0f0"/>
	<path d="M4.375 2.188h-.437v.438h.438zm.438-.438h-.438v.438h.438z" fill="#4282d8"/>
	<path d="M5.25 4.375h.438v-.437h.875v-.875h-.875v-.438H5.25v-.437h-.438v.438h-.438v.438h-.436v.875h.438v.438h.438v.438h.438z" fill="#C7C7C7"/>
	<path d="M6.563 3.063h-.438v.875h.438z" fill="#707070"/>
	<path d="M5.25 2.625v-.437h-.438v.438zm-.438.438v-.438h-.438v.438z" fill="#fff"/>
	<path d="M4.813 4.375v-.437h-.438v.438zm-.438-.438V3.5h-.437v.438zm1.313.438v-.437H5.25v.438zm-.438.438v-.438h-.438v.438z" fill="#707070"/>
	<path d="M1.75 4.375h-.437v-.437H.438v-.875h.875v-.438h.438v-.437h.438v.438h.438v.438h.438v.875h-.44v.438h-.437v.438H1.75z" fill="#C7C7C7"/>
	<path d="M.438 3.938h.438v-.875H.438z" fill="#fff"/>
	<path d="M2.625 3.938h.438v-.875h-.438z" fill="#707070"/>
	<path d="M2.188 2.625v-.437H1.75v.438zm-.438.438v-.438h-.437v.438zm.438.438v-.438H1.75v.438z" fill="#fff"/>
	<path d="M2.625 4.375v-.437h-.437v.438zm-.438.438v-.438H1.75v.438z" fill="#707070"/>
	<path d="M2.188 1.75H1.75v.438h.438zm.438.438h-.438v.438h.438zm.438.438h-.439v.438h.438zm.875.438h-.876v.875h.875zm.438.875h-.439v.438h.438zm.438.438h-.438v.438h.438zM1.75 2.188h-.437v.438h.438zm2.188 4.813v-.438h-.875v.438zm-.875-1.313h-.438v.875h.438zM.438 3.938v.438h.875v-.438zm2.188 1.313h-.438v.438h.438zm-.438-.438H1.75v.438h.438zm-.438-.438h-.437v.438h.438zm2.188-3.063h.438V.438h-.438zm2.625 2.625h.438v-.874h-.438zm0-.875v-.437h-.875v.438zM4.375 1.749h.438v-.436h-.438zm.438.438h.438V1.75h-.438zm-.438.438h.438v-.437h-.438zm-.437.438h.438v-.438h-.438zM2.625 4.376h.438v-.438h-.438zm-.438.438h.438v-.438h-.437z" fill="#000"/>
	<path d="M4.813 2.188h.438V1.75h-.438zm.438.438h.438v-.438h-.438zM3.938 6.564h.438v-.875h-.438zm1.75-2.625v.438h.875v-.439zm-1.313 1.75h.438v-.438h-.438zm.438-.438h.438v-.438h-.438zm.438-.438h.438v-.438h-.438z" fill="#000"/>
`;function ai(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${Qs}
	</svg>`}var Js=C`
	<path d="M6.125 3.063v-.438h-.438v.438H4.374v-.438h-.436V1.313h.438V.875H3.063v1.75h-.438v.438H.438v.875h.438v.438h.438v-.438h1.313v.438h.438v1.313h-.44v.438h.438v.438h.875v-.438h.438v-.438h-.438V4.376h.438v-.438h1.313v.438h.438v-.438h.438v-.875z" fill="#ffb84b"/>
	<path d="M3.938 0h-.875v.438h.875zM2.625.875H1.313v.438h1.313zm-1.312.438H.875v1.313h.438zm1.75 0h-.438v1.313h.438zm1.313 0h-.438v1.313h.438zm1.75 0h-.438v1.313h.438zM5.688.875H4.375v.438h1.313zm-3.063 1.75H1.313v.438h1.313zm3.063 0H4.375v.438h1.313zM3.063.438h-.438v.438h.438z" fill="#000"/>
	<path d="M2.625 1.313h-.437v.438h.438zm-.437.437H1.75v.438h.438zm3.5-.438H5.25v.438h.438zm-.438.438h-.438v.438h.438zm.438 2.625H5.25v.438h.438zm-.438.438h-.438v.438h.438zm-2.625-.438h-.437v.438h.438zm-.438.438H1.75v.438h.438z" fill="#57595f"/>
	<path d="M4.375.438h-.437v.438h.438zM.438 3.063H0v.875h.438z" fill="#000"/>
	<path d="M2.188 1.75v.438h-.875v.438h1.313V1.75zm3.063 0v.438h-.875v.438h1.313V1.75zM2.188 4.813v.438h-.875v.438h1.313v-.875zm3.063 0v.438h-.875v.438h1.313v-.875z" fill="#35363a"/>
	<path d="M.875 3.938H.438v.438h.438zm0-1.313H.438v.438h.438zM7 3.063h-.438v.875H7z" fill="#000"/>
	<path d="M6.563 3.063h-.438v.875h.438z" fill="#ba3500"/>
	<path d="M.875 3.063H.438v.875h.438z" fill="#f0f0f0"/>
	<path d="M6.563 2.625h-.438v.438h.438zm0 1.313h-.438v.438h.438z" fill="#000"/>
	<path d="M6.125 3.938h-.438v.438h.438zm-3.062 0h-.438v.438h.438zm-1.75 0H.875v.438h.438zm3.063 0h-.438v.438h.438z" fill="#ba3500"/>
	<path d="M3.938 6.563h-.875v.438h.875zm-1.313-.875H1.313v.438h1.313zM1.312 4.375H.875v1.313h.438zm1.75 0h-.437v1.313h.438zm1.313 0h-.437v1.313h.438zm1.75 0h-.438v1.313h.438zm-.438 1.313H4.374v.438h1.313zm-3.062-1.75H1.313v.438h1.313zm3.063 0H4.375v.438h1.313z" fill="#000"/>
	<path d="M2.625 3.5H1.313v.438h1.313zm3.063 0H4.375v.438h1.313z" fill="#ba3500"/>
	<path d="M3.063 6.125h-.438v.438h.438zm1.313 0h-.438v.438h.438z" fill="#000"/>
	<path d="M3.938 6.125h-.875v.438h.875z" fill="#ba3500"/>
	<path d="M3.938.438h-.875v.438h.875zm-.875.437h-.438v.438h.438V.438Z" fill="#f0f0f0"/>
	<path d="M4.375 5.688h-.437v.438h.438z" fill="#ba3500"/>
	<path d="M2.188 1.313h-.875v.875h.438V1.75h.438zm3.063 0h-.875v.875h.438V1.75h.438zM2.188 4.376h-.875v.875h.438v-.438h.438zm3.063 0h-.875v.875h.438v-.438h.438z" fill="#d8d8d8"/>
	<path d="M3.938 2.188V1.75H3.5V.875h-.437v1.313zm0 .438H3.5v.438h-.437v.438h-.438v.438h.438v.875h.438v1.313h.438v-1.75H3.5V3.5h.875v-.437h-.437zm2.188.438h-.438v.438h.438zm-3.063-.439h-.438v.438h.438zm-1.75.438H.875v.438h.438zm.875 0H1.75v.438h.438z" fill="#fd6214"/>
`;function ri(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${Js}
	</svg>`}var Xs=C`
	<path d="M5.688 2.625V1.75H5.25V.438h-.438v.438h-.438v.438h-.436v.438H3.5v.438H1.313v.438H.875v.875H.438v1.75h.438v.438h.438v.438h.438v.438h3.5v-.438h.438v-.438h.438V2.625z" fill="#fd6214"/>
	<path d="M0 3.5v1.75h.438V3.5zm6.563.438v1.313h.438V3.938zm-.438-1.313v1.313h.438V2.625zm-.438-.875v.875h.438V1.75z" fill="#000"/>
	<path d="M6.125 3.938v1.313h.438V3.938zm-.438-1.313v1.313h.438V2.625zm-.438-.875v.875h.438V1.75z" fill="#ba3500"/>
	<path d="M.438 2.625V3.5h.438v-.875zm2.625-1.313h-.438v.438h.438zm.875 0H3.5v.438h.438zM3.5 1.75h-.437v.438h.438zm-2.625.438v.438h.438v-.438zM.437 5.251v.438h.438v-.438zm.438.438v.438h.438v-.438zm.438.438v.438h.438v-.438zm4.813-.875v.438h.438v-.438zm-.438.438v.438h.438V5.69zm-.438.438v.438h.438v-.438zm-3.5.438v.438h3.5v-.438zM1.313 1.75v.438h.438V1.75zm.438-.438v.438h.438v-.437zm.438-.438v.438h.438V.875zm1.75 0v.438h.438V.875zm.438-.438v.438h.438V.438zm.438-.438v.438h.438V0z" fill="#000"/>
	<path d="M4.813.438v.438h.438V.438zm-.438.438v.438h.438V.875zm-.437.437v.438h.438v-.438zM3.5 1.75v.438h.438V1.75zm-1.312-.437v.438h.438v-.438zm-.438.437v.438h.438V1.75zm.875 0v.438h.438V1.75z" fill="#f0f0f0"/>
	<path d="M2.188 1.75v.438h.438V1.75z" fill="#fd6214"/>
	<path opacity=".5" d="M4.813 1.75v.438h.438V1.75zm.438 2.188V3.5h-.438v-.875h-.438v.438h-.437v.438H2.625v-.438h-.437v.875h-.875v.875h.438v.875h.438v.438h2.625v-.438h.438v-.875h.438v-.875z" fill="#fff"/>
	<path d="M1.313 2.188v.438h.438v-.438zm-.438.437V3.5h.438v-.875zm.875.875v.438h.438V3.5z" fill="#f0f0f0"/>
	<path d="M.875 5.25v.438h.438V5.25zm.438.438v.438h.438v-.438zm3.938 0v.438h.438v-.438zm.438-.438v.438h.438V5.25zm-3.938.875v.438h3.5v-.438z" fill="#ba3500"/>
	<path d="M.438 3.5v.875h.438V3.5zm4.375.875h-.438v-.437h-1.75v.438h-.437v.875h.438v.438h1.75v-.438h.438z" fill="#f0f0f0"/>
	<path d="M5.25.438v1.313h.438V.438z" fill="#000"/>
`;function oi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${Xs}
	</svg>`}var Ys=C`
	<path d="M6.563.875h-.438V.438H4.812v1.313h-.438V.875h-.436V.438h-.875v.438h-.438v.875h-.437V.438H.875v.438H.438v1.75h.438v.438h.875v.438h.438v.875h.438v.438h.438v.438h.875v-.438h.438v-.438h.438V3.5h.438v-.437h.875v-.438h.438z" fill="#ff7fc0"/>
	<path d="M3.938 0h-.875v.438h.875zm-1.75 0H.875v.438h1.313zm3.938 0H4.813v.438h1.313zm.438.438h-.438v.438h.438zm.438.438h-.438v1.75h.438zM4.377.438h-.439v.438h.438v.875h.438V.438zm-2.189 0v1.313h.438V.875h.438V.438zm-1.313 0H.438v.438h.438zM.438.875H0v1.75h.438zm.438 1.75H.438v.438h.438zm.875.438H.875v.438h.875zm4.375 0h-.875v.438h.875zm.438-.438h-.438v.438h.438zM5.251 3.938V3.5h-.438v.875h1.75v-.437zM1.75 3.5v.438H.438v.438h1.75V3.5zm-1.313.875H0v1.75h.438zm.438 1.75H.438v.438h.438zm5.25.438H.875v.438h5.25zm.438-.438h-.438v.438h.438zm.438-1.75h-.438v1.75h.438zm-4.376 0h-.437v.438h.438zm.438.438h-.438v.438h.438zm1.313 0h-.438v.438h.438zm.438-.438h-.438v.438h.438zm-.875.875h-.876v.438h.875z" fill="#000"/>
	<path d="M4.813 4.375v.438h-.438v.438h-.437v.438h-.875v-.438h-.438v-.438h-.437v-.438H.438v1.75h.438v.438h5.25v-.438h.438v-1.75z" fill="#6be473"/>
	<path d="M1.75 5.25h-.437v.438h.438zm-.438-.438H.875v.438h.438zM5.25 6.125v-.438h-.438v.438h-.874v-.438h-.875v.438h-.875v-.438H1.75v.438H.875v.438h5.25v-.438zm.438-.875H5.25v.438h.438zm.438-.438h-.438v.438h.438zm.438.875h-.438v.438h.438z" fill="#008456"/>
	<path d="M2.625 3.938h-.437v.438h.438zm.438.438h-.438v.438h.438zm1.313 0h-.438v.438h.438zm.438-.438h-.438v.438h.438zm.438-.875h-.438v.438h.438zm.875-.438h-.438v.438h.438zm.438-.875h-.438v.875h.438zM3.94 4.813h-.877v.438h.875z" fill="#ff1c90"/>
	<path d="M4.375 5.25h-.437v.438h.438zm.438-.438h-.438v.438h.438zm.438-.438h-.438v.438h.438zm-4.813.001v.875h.438v-.438h1.313v-.438zm.438-3.5H.438v.875h.438zM2.189.437H.875v.438h1.313zm.875.438h-.439v.438h.438zm.875-.438h-.876v.438h.875zm1.313 0h-.438v.875h.438V.875h.875V.438z" fill="#f0f0f0"/>
`;function hi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${Ys}
	</svg>`}var ea=C`
	<path d="M3.063.875v.438h.875V.875zm.875-.438v.438h1.75V.438zm1.75.438v.438h.438V.875zm.438.438v.438h.438v-.438zm.438.438v2.188h.438V1.75zm-.438 2.188v.875h.438v-.876zm-.438.875v.438h.438v-.438zm-.875.438v.438h.875v-.438zm-.875.438v.438h.875V5.69zm-.875.438v.438h.875v-.438z" fill="#000"/>
	<path d="M6.563 1.75h-.438v-.437h-.438V.875H3.938v.438h-.875V.875h-1.75v.438H.875v.438H.438v2.188h.438v.875h.438v.438h.875v.438h.875v.438h.875V5.69h.875v-.438h.875v-.438h.438v-.876h.438z" fill="#ff7fc0"/>
	<path d="M6.563 1.75h-.438v2.188h.438zm-.438 2.188h-.438v.875h.438zm-4.812 0H.875v.875h.438zm4.375.875h-.875v.438h.875zm-.875.438h-.875v.438h.875zm-.875.438h-.875v.438h.875zm-.875-.438h-.875v.438h.875zm-.875-.438h-.875v.438h.875z" fill="#ff1b90"/>
	<path d="M1.313.438v.438h1.75V.438zM.875.875v.438h.438V.875zm-.437.438v.438h.438v-.438zM0 1.75v2.188h.438V1.75zm.438 2.188v.875h.438v-.875zm.438.875v.438h.438v-.438zm.438.438v.438h.875v-.438zm.875.438v.438h.875v-.438z" fill="#000"/>
	<path d="M1.313.875v.438h1.75V.875zm2.625 0v.438h1.75V.875zm-.875.438v.438h.875v-.438z" fill="#f0f0f0"/>
	<path opacity=".6" d="M4.813 2.625v-.437h-.875v.438h-.875v-.438h-.875v.438H1.75v1.313h.438v.438h.879v.438h.875v-.438h.871v-.439h.438V2.625z" fill="#fff"/>
	<path d="M5.688 1.313v.438h.438v-.438zm-4.813 0v.438h.438v-.438zm.438.438v.438h.438V1.75zM.438 1.75v.875h.438V1.75z" fill="#f0f0f0"/>
`;function li(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ea}
	</svg>`}var ta=C`
	<path d="M6.125 2.625v.438H4.812v-.438h-.438v-.437h-.436V.875h.438V.438H.438v.438h.875v.438h.438v.438h.875v.875h-.438v.438H1.75v.875h-.437v.875H.875v.875H.438v.875h1.313v-.438h.875v-.438h.438v-.438h.438v-.438h.875v-.438h.438v-.437h.438v.438h.438v.438h.438v.438h.438V2.625z" fill="#ffe361"/>
	<path d="M6.125 0H4.812v.438h1.313zM1.75 6.563H.438v.438h1.313zm.875-.438H1.75v.438h.875zM1.313.875H.438v.438h.875zm.438.875v.438h.438v.438h.438V1.75zm0 1.313h-.438v.875h.438zm-.438.875H.875v.875h.438zm-.438.875H.438v.875h.438zm-.438.875H0v.875h.438zm3.938-.875H3.5v.438h.875zm0-4.813H.438v.438h3.938z" fill="#000"/>
	<path d="M4.375.438H.438v.438h3.938z" fill="#f0f0f0"/>
	<path d="M6.125 2.625H4.812v.438h1.313zM4.812.437h-.438v.438h.438z" fill="#000"/>
	<path d="M4.813.875h-.438v.875h.438zM6.126.437H4.813v.438h1.313z" fill="#f0f0f0"/>
	<path d="M6.125 2.188H4.812v.438h1.313z" fill="#ba3500"/>
	<path d="M.438.438H0v.438h.438zm1.313.875h-.438v.438h.438zm.438 1.313H1.75v.438h.438zM6.564.438h-.438v.438h.438zm.438.438h-.438v1.313h.438z" fill="#000"/>
	<path d="M6.563.875h-.438v1.313h.438z" fill="#ba3500"/>
	<path d="M7 2.625h-.438V5.25H7z" fill="#000"/>
	<path d="M6.563 2.625h-.438V5.25h.438z" fill="#ffb84b"/>
	<path d="M6.563 2.188h-.438v.438h.438zM4.375.875h-.437v1.313h.438zm.438 1.313h-.438v.438h.438z" fill="#000"/>
	<path d="M4.813 1.75h-.438v.438h.438z" fill="#ba3500"/>
	<path d="M3.063 5.688h-.438v.438h.438z" fill="#000"/>
	<path d="M4.375 3.063v.438h-.437v.438H3.5v.438h-.437v.438h-.438v.438h-.437v.438H1.75v.438h.875v-.438h.438v-.438h.438v-.438h.875v-.438h.438V3.063zM1.75 6.126h-.437v.438h.438z" fill="#ffb84b"/>
	<path d="M3.5 5.25h-.437v.438h.438z" fill="#000"/>
	<path d="M2.188 3.063H1.75v.438h.438zm.438-.438h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M3.063 2.188h-.438v.438h.438zm.438-.438h-.438v.438h.438z" fill="#ffb84b"/>
	<path d="M2.625 3.5h-.437v.438h.438zm-.875.438h-.437v.438h.438zm-.438.875H.875v.438h.438zm-.438.875H.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M4.813 4.375h-.438v.438h.438zm.438-.438h-.438v.438h.438zm.438.438h-.438v.438h.438zm.438.438h-.438v.438h.438zm.438.438h-.438v.438h.438z" fill="#000"/>
	<path d="M6.125.875H4.812v1.313h1.313z" fill="#fd6214"/>
`;function ni(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ta}
	</svg>`}var ia=C`
	<path d="M6.563 0.876V0.437H3.937v0.437H1.313v2.187H0.437v2.187h5.25v-2.186h0.876z" fill="#bcef42"/>
	<path d="M4.813 5.687v-0.437H2.187v0.437z" fill="#7fb134"/>
	<path d="M6.563 0.876V0.437H3.937v0.437zm-2.626 0.437V0.876H2.187v0.437z" fill="#fff"/>
	<path d="M1.313 4.813v0.437h0.876v-0.437zm4.376 -0.437h-0.437v0.876h0.437zm0.876 -2.187h-0.437v0.876h0.437zm-0.437 0.876h-0.437v1.313h0.437z" fill="#7fb134"/>
	<path d="M7 0.437h-0.437v2.626H7z" fill="#000"/>
	<path d="M1.313 3.937H0.876v2.626h0.437z" fill="#4a8359"/>
	<path d="M6.563 0H3.937v0.437h2.626zM4.813 5.687H2.187v0.437h2.626zM3.937 0.437H2.187v0.437h1.75zM2.187 0.876h-0.874v0.437h0.876zm-0.874 0.437H0.876v0.876h0.437zM0.437 3.063H0v2.187h0.437v1.313h0.437V5.25H0.437zh0.437v-0.876H0.437zm5.25 2.187h-0.876v0.437h0.876zm0.437 -0.876h-0.437v0.876h0.437zh0.437V3.063h-0.437zM1.75 5.687h0.437v-0.437h-0.874v1.313h0.437zm-0.437 0.876H0.876V7h0.437z" fill="#000"/>
	<path d="M0.876 3.063h0.437v-0.876H0.876zm-0.438 0.874h0.437v-0.874H0.437zm1.75 -2.626h-0.874v0.876h0.437v-0.437h0.437z" fill="#fff"/>
	<path d="M1.75 3.5h0.876v-0.437h-0.876zm0.876 -0.437h0.876v-0.437h-0.876zm0.876 -0.437h0.876v-0.438H3.5zm0.876 -0.437h0.437v-0.438h-0.437zm0.437 -0.437h0.437v-0.438H4.814z" fill="#4a8359"/>
	<path d="M2.187 1.75v0.437h0.437v-0.437z" fill="#fff"/>
	<path d="M1.313 3.5v0.437h0.437V3.5z" fill="#4a8359"/>
`;function ci(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ia}
	</svg>`}var sa=C`
	<path d="M2.188 2.625H1.75v.438H.875v.875H3.5v.875h-.437v.438h-.438v.438h-.437v.438H1.75v.438h.875v-.438h.438v-.438h.438v-.438h.438v-.438h.875v-.438h.438v-.437h.875v-.875H3.063v-.438h.438v-.437h.438V1.75h.438v-.437H3.5v.438h-.437v.438h-.875z" fill="#ffe361"/>
	<path d="M.438 3.063H0v.875h.438z" fill="#000"/>
	<path d="M.875 3.063H.438v.875h.438z" fill="#f0f0f0"/>
	<path d="M7 3.063h-.438v.875H7zm-5.687-.438H.438v.438h.875zm1.313-.875H1.75v.438h.875zm-.876.438h-.437v.438h.438z" fill="#000"/>
	<path d="M1.75 2.625h-.437v.438h.438zm.438-.438H1.75v.438h.438zm.438.438h-.438v.438h.438zm.438-.875h-.439v.438h.438zm.438-.438h-.439v.438h.438zm0 3.063h-.439v.438h.438zm-.438.438h-.439v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438H1.75v.438h.438zm-.438.438h-.437v.438h.438z" fill="#f0f0f0"/>
	<path d="M5.25.875h-.438v.438h.438zm.438 3.063H5.25v.438h.438zm-.438.438h-.438v.438h.438zm-.875.438h-.437v.438h.438zm-.438.438H3.5v.438h.438zm2.625-1.75h-.438v.438h.438z" fill="#ffb84b"/>
	<path d="M6.563 3.063h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M4.813 1.313h-.438v.438h.438zm-.438.438h-.437v.438h.438zm-.437.437H3.5v.438h.438zm-.438.437h-.437v.438h.438z" fill="#ffb84b"/>
	<path d="M4.375.875h-.437v.438h.438z" fill="#f0f0f0"/>
	<path d="M3.938.875h-.875v.438h.875zm-.875.438h-.438v.438h.438zM5.688 0H4.375v.438h1.313z" fill="#000"/>
	<path d="M5.688.438H4.375v.438h1.313z" fill="#f0f0f0"/>
	<path d="M6.563 2.625H3.5v.438h3.063zM4.375.437h-.437v.438h.438zm1.75 0h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.435v.438h.438zm2.188 1.75h-.875v.438h.875zm-1.313.875h-.875v.438h.875zm.438-.438h-.438v.438h.438zm-1.75 1.313h-.873v.438h.875zm.438-.438h-.436v.438h.438zm-1.75 1.313H1.313v.438h1.313zm.875-2.625H.438v.438h3.063zm-.438 2.188h-.436v.438h.438zm-1.75 0H.875v.438h.438zm.438-.438h-.436v.438h.438zm.438-.438H1.75v.438h.438zm.438-.438h-.437v.438h.438zm.438-.438h-.438v.438h.438z" fill="#000"/>
	<path d="M4.813.875h-.438v.438h.438z" fill="#ffe361"/>
`;function di(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${sa}
	</svg>`}var aa=C`
	<path d="M6.125 1.75v-.437H5.25V.438H3.5v.438h-.437v.438h-.438V.875H1.313v.438H.875v1.75H.438v1.313h.438v-.438h.438V3.5h2.188v-.875h.438v-.437h2.188v.438h.438V1.75z" fill="#b79cf8"/>
	<path d="M3.938 2.625v.438H3.5v.875h.438v.875h.875v.438h1.313v-.438h.438V2.625z" fill="#9af4dc"/>
	<path d="M1.75 4.375v1.75h.438v.438h1.313v-.438h.438v-1.75z" fill="#9af4dc"/>
	<path d="M3.5 6.125H2.188v.438h1.313zm2.625-1.313H4.812v.438h1.313zm.438-.438h-.438v.438h.438zM3.938 5.687H3.5v.438h.438z" fill="#6c9ca6"/>
	<path d="M3.938 3.063H3.5v.438h.438zm.875.438h-.438v.438h.438zm1.313-.875H3.938v.438h2.188z" fill="#f0f0f0"/>
	<path d="M3.5.438h-.437v.438h.438zm3.063.875h-.438v.438h.438zm-.438 2.188h-.438v.875h.438zm-2.187-.876H3.5v.438h.438z" fill="#000"/>
	<path d="M3.938 2.188H3.5v.438h.438z" fill="#816bee"/>
	<path d="M1.313 3.938H.875v.438h.438zm1.75 1.75h-.438v.438h.438zm-.438-.438h-.437v.438h.438z" fill="#000"/>
	<path d="M2.625 5.25h-.437v.438h.438zm3.063-.875H5.25v.438h.438zm-.438-.438h-.438v.438h.438zM2.187 6.125H1.75v.438h.438zm1.75 0H3.5v.438h.438zM.874 4.375H.438v.438h.438zm.438 1.75H.875v.438h.438zm-.438.438H.438v.438h.438zM6.563 1.75v.875h-.438v.438h.438v1.75h.438V1.75zM5.688.875V.438H5.25v.875h.875V.875zM2.625.438H1.313v.438h1.313zm3.063 2.625H4.375v.438h1.313zM3.063 4.376H1.75v.438h1.313zm.438 2.188H2.188v.438h1.313zM3.063.875h-.438v.438h.438zm-1.75 0H.875v.438h.438z" fill="#000"/>
	<path d="M2.625.875H1.313v.438h1.313zm.438.438h-.438v.438h.438zm-1.313.875h-.437v.438h.438zm-.875.875H.438v.438h.438zm.438-1.75H.875v.438h.438z" fill="#f0f0f0"/>
	<path d="M6.125 5.25H4.812v.438h1.313zm-1.75-.438V3.5h-.437v.438H3.5v.438h.438v1.75h.438v-.875h.438v-.438zm2.188 0h-.438v.438h.438zM.875 1.313H.438v1.75h.438zm-.437 1.75H0v1.313h.438zm1.313 1.75h-.438v1.313h.438zm1.75 0h-.438v.875h.438zm-3.063 0H0v1.75h.438zM5.25 0H3.5v.438h1.75z" fill="#000"/>
	<path d="M3.5.875h-.437v.438h.438zM5.25.437H3.5v.438h1.75z" fill="#f0f0f0"/>
	<path d="M6.125 2.188H3.938v.438h2.188z" fill="#000"/>
	<path d="M6.125 1.75v-.437h-.438v.438H3.938v.438h2.188v.438h.438V1.75z" fill="#816bee"/>
	<path d="M2.188 4.813H1.75v.438h.438z" fill="#f0f0f0"/>
	<path d="M3.063 2.625v.438h-1.75v.438h2.188v-.876z" fill="#816bee"/>
	<path d="M3.063 3.063v.438h-1.75v.438h2.188v-.876z" fill="#000"/>
	<path d="M1.313 3.5H.875v.438h.438zm-.438.438H.438v.438h.438z" fill="#816bee"/>
	<path d="M1.313 3.938v.438H.875v.438H.438v1.75h.438v-.438h.438V4.813h.438v-.438h1.75v-.437z" fill="#9af4dc"/>
	<path d="M1.313 4.375H.875v.438h.438zm-.438.438H.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M1.313 5.688H.875v.438h.438zm-.438.438H.438v.438h.438z" fill="#6c9ca6"/>
	<path d="M3.5 3.938H1.313v.438h2.188z" fill="#f0f0f0"/>
`;function mi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${aa}
	</svg>`}var ra=C`
	<path d="M6.125 2.188v-.875h-.438V.875h-.438V.438h-.875v.438h.438v.438h.438v1.75h-.438v.438h-.438v.438H2.625V3.5h-.437v-.437H1.75v-1.75h.438V.875h.438V.438H1.75v.438h-.437v.438H.875v.875H.438v2.625h.438v.875h.438v.438h.875v.438h2.625v-.438h.875v-.438h.438v-.875h.438V2.188z" fill="#b79cf8"/>
	<path d="M2.625 0H1.75v.438h.875zM.875 1.313H.438v.875h.438zm1.313 0H1.75v1.75h.438zm2.188 2.188H2.625v.438h1.75z" fill="#000"/>
	<path d="M4.375 3.938h-1.75v.438h1.75z" fill="#f0f0f0"/>
	<path d="M.438 2.188H0v2.625h.438zm4.375 4.375H2.188v.438h2.625z" fill="#000"/>
	<path d="M.875 4.375H.438v.438h.438zm4.813.875h-.875v.438H2.188V5.25h-.875v-.438H.875v.875h.438v.438h.875v.438h2.625v-.438h.875v-.438h.438v-.875h-.438zm.875-.875h-.438v.438h.438z" fill="#816bee"/>
	<path d="M1.75.438h-.437v.438h.438zm-.437.437H.875v.438h.438z" fill="#000"/>
	<path d="M2.625.438H1.75v.438h.875zM1.75.875h-.437v.438h.438zm-.437.438H.875v.438h.438zm-.438.875H.438v.438h.438zm.438.438H.875v.438h.438zm.875.438H1.75v.438h.438zm.438.438h-.438v.438h.438zm2.625-.438h-.438v.438h.438zM4.813.439h-.438v.438h.438zm0 3.063h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M3.063.438h-.438v.438h.438zm-.438.437h-.437v.438h.438zm0 2.188h-.437v.438h.438zm-1.75 1.75H.438v.875h.438zm.438.875H.875v.438h.438zM5.251 0h-.875v.438h.875zm.438 6.125h-.875v.438h.875zm-3.5 0h-.876v.438h.875zm4.374-4.812h-.438v.875h.438zm-1.313 0h-.438v1.75h.438zM7 2.188h-.438v2.625H7zM5.687.438h-.438v.438h.438zm.438.438h-.438v.438h.438zM4.375.438h-.437v.438h.438zm.438.438h-.438v.438h.438zm0 2.188h-.438v.438h.438zm1.75 1.75h-.438v.875h.438zm-.438.875h-.438v.438h.438z" fill="#000"/>
	<path d="M2.188.875H1.75v.438h.438z" fill="#b79cf8"/>
`;function fi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ra}
	</svg>`}var oa=C`
	<path d="M4.813 5.25v-.875h-.438v-.437h-1.75v.438h-.437v.875H1.75v1.313h3.5V5.251z" fill="#ffe361"/>
	<path d="M6.125 1.313V.875H5.25V.438h-3.5v.438H.875v.438H.438v2.625h.438v.438h.875v-.439h3.5v.438h.875v-.438h.438V1.313z" fill="#ff2c52"/>
	<path d="M5.25 0h-3.5v.438h3.5z" fill="#000"/>
	<path d="M5.25.438h-3.5v.438h3.5zm-3.5.437H.875v.438h.875zm4.375 0H5.25v.438h.875z" fill="#fff"/>
	<path d="M5.25 6.563h-3.5v.438h3.5zM.438 1.313H0v2.625h.438zM1.751.438H.875v.438h.875z" fill="#000"/>
	<path d="M.875 3.063v-1.75H.438v2.625h.875v-.875z" fill="#fff"/>
	<path d="M6.563 1.313h-.438v2.625h.438z" fill="#be0351"/>
	<path d="M6.563 2.625h-.875V3.5h.875zM5.25.875h-.875v.875h.875z" fill="#fff"/>
	<path opacity=".5" d="M6.563 2.625h-.438V3.5h.438z" fill="#be0351"/>
	<path d="M4.375 3.063h-1.75v.438h1.75zm.875.438h-.875v.438h.875zM2.625 3.5H1.75v.438h.875z" fill="#be0351"/>
	<path d="M2.625 4.375h-.437v.875h.438z" fill="#fff"/>
	<path d="M4.813 4.375h-.438v.875h.438zm0 .875v.875H1.75v.438h3.5V5.25z" fill="#ffb84b"/>
	<path d="M2.188 5.25H1.75v.875h.438z" fill="#fff"/>
	<path d="M1.75 3.938H.875v.438h.875zm4.375 0H5.25v.438h.875z" fill="#be0351"/>
	<path d="M3.5 2.625h-.875V3.5H3.5z" fill="#fff"/>
	<path opacity=".5" d="M3.5 3.063h-.875v.438H3.5z" fill="#be0351"/>
	<path d="M4.375 3.5h-1.75v.438h1.75z" fill="#000"/>
	<path d="M4.375 3.938h-1.75v.438h1.75z" fill="#fff"/>
	<path d="M.875.875H.438v.438h.438z" fill="#000"/>
	<path d="M2.188 1.313H1.75v.438h.438z" fill="#fff"/>
	<path d="M1.75 5.25h-.437v1.313h.438zm.438-.875h.438v-.437H1.75v.438H.875v.438h.875v.438h.438zM.875 3.938H.438v.438h.438zM7 1.313h-.438v2.625H7zM6.125.438H5.25v.438h.875zm.438.438h-.438v.438h.438zm-.438 3.5H5.25v-.438h-.875v.438h.438v.875h.438v1.313h.438V5.251h-.438v-.438h.875zh.438v-.438h-.438z" fill="#000"/>
`;function vi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${oa}
	</svg>`}var ha=C`
	<path d="M6.125 3.063v-.438H5.25v-.437h-.438V1.75h-.438V.875h-.436V.438h-.875v.438h-.438v.875h-.437v.438H1.75v.438H.875v.438H.438v.875h.438v.438h.875v.438h.438v.438h.438v.875h.438v.438h.875v-.438h.438v-.875h.438v-.438h.438v-.438h.875v-.44h.438v-.875z" fill="#47baff"/>
	<path d="M4.813 3.063h-.875v-.438h-.875v.438h-.875v.875h.875v.438h.875v-.438h.875z" fill="#b5e3ff"/>
	<path d="M1.313 0H.438v.438h.875zm.875.438h-.875v.438h.875zm-.438 1.75H.875v.438h.875zM.438.438H0v.875h.438z" fill="#000"/>
	<path d="M1.313.438H.438v.875h.438V.875h.438z" fill="#f0f0f0"/>
	<path d="M.438 3.063H0v.875h.438zM7.001.438h-.438v.875h.438zm-.438.875h-.438v.875h.438zm-5.688 0H.438v.875h.438zm1.75-.438h-.437v.875h.438zm2.188 0h-.438v.875h.438zM3.063.438h-.438v.438h.438z" fill="#000"/>
	<path d="M3.063.875h-.438v.438h.438zm.438.438h-.438v.438h.438zm-1.313.875H1.75v.438h.438zm-.875.437H.875v.438h.438zm-.438.438H.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M1.313 6.563v-.438h.875V5.25H1.75v-.438H.875v.875H.438v.875z" fill="#b79cf8"/>
	<path d="M.875 5.688H.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M2.188 1.75H1.75v.438h.438z" fill="#000"/>
	<path d="M2.188.875H.875v1.313h.875V1.75h.438zm3.938 1.313V.875H4.813v.875h.438v.438z" fill="#b79cf8"/>
	<path d="M2.188.875H1.75v.875h.438zm-.438.875h-.437v.438h.438zm4.375-.438h-.438v.875h.438zm.438-.438h-.438v.438h.438z" fill="#816bee"/>
	<path d="M5.688 6.563v-.438h-.875V5.25h.438v-.438h.875v.875h.438v.875z" fill="#b79cf8"/>
	<path d="M6.563 5.688h-.438v.438h.438zm-.438-.875h-.438v.438h.438z" fill="#816bee"/>
	<path d="M.875 2.625H.438v.438h.438zM7 3.063h-.438v.875H7zm-.438-.438h-.438v.438h.438zM4.374.437h-.436v.438h.438zm.875 1.313h-.438v.438h.438zM3.938 0h-.875v.438h.875z" fill="#000"/>
	<path d="M3.938.438h-.875v.438h.875zm0 2.625h-.875v.875h.875zM6.563.438h-.875v.438h.875zm-.875.438h-.875v.438h.875z" fill="#f0f0f0"/>
	<path d="M3.938 2.188h-.875v.438h.875zm0 2.188h-.875v.438h.875zM6.563.001h-.875v.438h.875zm-.875.438h-.875v.438h.875zm.438 1.75h-.875v.438h.875zM1.313 6.563H.438v.438h.875zm.875-.438h-.875v.438h.875zm-.438-1.75H.875v.438h.875zM.437 5.688H0v.875h.438zm6.563 0h-.438v.875H7zm-.438-.875h-.438v.875h.438zm-5.687 0H.438v.875h.438zm1.75.438h-.437v.875h.438zm2.188 0h-.438v.875h.438zm-1.75.875h-.438v.438h.438zm-.875-1.313H1.75v.438h.438z" fill="#000"/>
	<path d="M2.188 5.25H1.75v.875h.438zm-.438-.438h-.437v.438h.438z" fill="#816bee"/>
	<path d="M.875 3.938H.438v.438h.438zm1.313-.875H1.75v.875h.438zm.875-.438h-.875v.438h.875zm0 1.313h-.875v.438h.875zm2.188-.875h-.438v.875h.438zm-.438-.438h-.875v.438h.875zm0 1.313h-.875v.438h.875zm1.75 0h-.438v.438h.438z" fill="#000"/>
	<path d="M6.563 3.063h-.438v.875h.438zm-.438-.438h-.438v.438h.438zm0 1.313h-.438v.438h.438zm-.875 0h-.438v.438h.438zm-1.313.875h-.874v.438h.875zm.438-.438h-.437v.438h.438zm-1.313 0h-.437v.438h.438zm.875 1.75h-.874v.438h.875zm.438-.438h-.437v.438h.438zm-1.313 0h-.437v.438h.438zm-.874-1.749H1.75v.438h.438zM.875 3.5H.438v.438h.438zm.438.438H.875v.438h.438z" fill="#4282d8"/>
	<path d="M4.375 6.125h-.437v.438h.438zm.875-1.313h-.438v.438h.438zm-1.313 1.75h-.874V7h.875zm2.625 0h-.875V7h.875zm-.875-.438h-.875v.438h.875zm.438-1.75H5.25v.438h.875z" fill="#000"/>
`;function pi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ha}
	</svg>`}var la=C`
	<path d="M3.938.438h-.875v1.75h.875zm.875 2.625v-.438h-.438v-.437h-1.75v.438h-.437v.438H.438v.875h1.75v.438h.438v.438h.438v1.75h.875v-1.75h.438v-.438h.438v-.439h1.75v-.875z" fill="#bcef42"/>
	<path d="M1.75 0h-.437v.438h.438zm.875 2.188h-.437v.438h.438zm2.188 0h-.438v.438h.438zM5.688 0H5.25v.438h.438zm.438.438h-.438v.438h.438zm.438.438h-.438v.438h.438zm.438.438h-.438v.438h.438zM3.938 0h-.875v.438h.875z" fill="#000"/>
	<path d="M3.938.438h-.875v.438h.875z" fill="#f0f0f0"/>
	<path d="M3.938 1.313h-.875v.438h.875zm0 .438h-.875v.438h.875z" fill="#7fb134"/>
	<path d="M3.938 5.25h-.875v.438h.875z" fill="#f0f0f0"/>
	<path d="M3.938 6.125h-.875v.438h.875zm0-1.313h-.875v.438h.875z" fill="#7fb134"/>
	<path d="M3.938 2.625h-.875v.438h.875zm0 1.313h-.875v.438h.875zm.438-.875h-.438v.875h.438z" fill="#000"/>
	<path d="M5.25 3.063h-.438v.875h.438z" fill="#7fb134"/>
	<path d="M3.063 3.063h-.438v.875h.438z" fill="#000"/>
	<path d="M2.625 2.625h-.437V3.5h.438z" fill="#f0f0f0"/>
	<path d="M1.313.438H.875v.438h.438z" fill="#000"/>
	<path d="M1.313.438v.438H.875v.438H.438v.438h1.313V.438z" fill="#6be473"/>
	<path d="M1.75.438h-.437v.438h.438zm-.437.437H.875v.438h.438z" fill="#f0f0f0"/>
	<path d="M1.75 1.313H.438v.438h1.313z" fill="#008456"/>
	<path d="M5.25 5.25v1.313h.438v-.438h.438v-.438h.438v-.438zm-4.812 0v.438h.438v.438h.438v.438h.438V5.251z" fill="#6be473"/>
	<path d="M1.75 5.25H.438v.438h1.313z" fill="#f0f0f0"/>
	<path d="M1.313 5.688v.875h.438v-.875z" fill="#008456"/>
	<path d="M6.125 1.313V.875h-.438V.438h-.438v1.313h1.313v-.438z" fill="#6be473"/>
	<path d="M5.688.438H5.25v.438h.438zm0 2.625H5.25v.438h.438z" fill="#f0f0f0"/>
	<path d="M6.563 3.5H5.25v.438h1.313z" fill="#7fb134"/>
	<path d="M6.563 1.313H5.25v.438h1.313z" fill="#008456"/>
	<path d="M.875.875H.438v.438h.438zM3.063.437h-.438v1.75h.438zm1.313 0h-.438v1.75h.438zm2.625 2.625h-.438v.875h.438zm-.438-.438h-1.75v.438h1.75zm0 1.313h-1.75v.438h1.75zM.438 3.063H0v.875h.438zm1.75-.438H.438v.438h1.75z" fill="#000"/>
	<path d="M1.75 3.063H.438v.875h.438V3.5h.875z" fill="#f0f0f0"/>
	<path d="M2.188 3.938H.438v.438h1.75zM.438 1.313H0v.438h.438zm1.313 5.25h-.438v.438h.438zm.875-2.188h-.438v.438h.438z" fill="#000"/>
	<path d="M1.75 3.5h-.437v.438h.438zm.438-.438H1.75v.875h.438z" fill="#7fb134"/>
	<path d="M2.188 3.063H1.75v.875h.438z" fill="#3f581a"/>
	<path d="M4.375 4.375h-1.75v.438h1.75z" fill="#7fb134"/>
	<path d="M4.375 2.188h-1.75v.438h1.75z" fill="#f0f0f0"/>
	<path d="M4.813 4.375h-.438v.438h.438z" fill="#000"/>
	<path d="M4.813 3.938h-.438v.438h.438z" fill="#7fb134"/>
	<path d="M5.688 6.563H5.25v.438h.438zm.438-.438h-.438v.438h.438zm.438-.438h-.438v.438h.438zm.438-.438h-.438v.438h.438zM3.939 6.562h-.876V7h.875zm-2.625-.438H.875v.438h.438zm-.438-.438H.438v.438h.438zm2.188-.875h-.439v1.75h.438zm1.313 0h-.439v1.75h.438zM1.75 1.75H.438v.438h1.75V.438H1.75zm3.5 0V.438h-.438v1.75h1.75V1.75z" fill="#000"/>
	<path d="M.438 4.813v.438h1.313v1.313h.438v-1.75zm4.375 0v1.75h.438V5.25h1.313v-.438zM.438 5.25H0v.438h.438z" fill="#000"/>
	<path d="M5.688 6.125H5.25v.438h.438zm.438-.438h-.438v.438h.438zm.438-.438h-.438v.438h.438z" fill="#008456"/>
	<path d="M5.688 5.25H5.25v.438h.438z" fill="#f0f0f0"/>
	<path d="M3.938 3.063h-.875v.875h.875z" fill="#7fb134"/>
	<path d="M3.938 1.75h-.875v.438h.875zm0 3.063h-.875v.438h.875zm1.313-1.75h-.438v.875h.438z" fill="#3f581a"/>
`;function ui(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${la}
	</svg>`}var na=C`
	<path d="M4.813 4.375h.438v-.437h1.313V3.5H5.251v-.437h-.438V1.75h.875v-.437H4.375v.438H3.063v-.438h-.438V.875H1.75v.438h-.437v.438H.875v.438H.438v2.625h.438v.438h.438v.438h.438v-.875h1.75v.438h-.439v.438h.438v.438h.875v-.438h1.313v-.438h-.875z" fill="#54cfff"/>
	<path d="M3.938 4.813H3.5v.438h.438zm1.75.438H5.25v.438h.438zm.875-1.75h-.438v.438h.438zM5.25 3.063h-.438v.438h.438zM1.312 4.376H.875v.438h.438zm.438.438h-.437v.875h.438zm2.625.875H3.063v.438h1.313zm0-1.313h-.437v.438h.438z" fill="#4282D8"/>
	<path d="M3.938 0H3.5v.438h.438zm.438.438h-.438v.438h.438zm-.876 0H1.75v.438H3.5zM1.75.875h-.437v.438h.438zm1.313 0h-.438v.438h.438zm.438.438h-.438v.438h.438zm.875 0h-.438v.438h.438zM5.689.875H4.376v.438h1.313zm.438.438h-.438v.438h.438zm-4.814 0H.875v.438h.438zm-.438.437H.438v.438h.438zm-.437.438H0v2.625h.438zm.875.438H.875v1.75h.438zm.438-.438h-.438v.438h.438zm2.188-.438H1.75v.438h2.188z" fill="#000"/>
	<path d="M3.938 1.75H3.5v.875h.438zm1.75 0h-.875v.438h.875z" fill="#000"/>
	<path d="M5.25 1.75h-.438v1.313h.438zm1.313 1.313H5.25v.438h1.313zm.438.438h-.438v.438h.438zm-2.625-.875h-.438v1.75h.438zm2.188 1.313H5.251v.438h1.313zm-1.313.438h-.438v.875h.438z" fill="#000"/>
	<path d="M5.688 4.813h-.875v.438h.875zm.438.438h-.438v.438h.438zm-.438.438H4.375v.438h1.313zm-1.313.438h-1.75v.438h1.75zM3.5 4.814H1.75v.438H3.5zm-.875 1.75h-.437v.438h.438zm-.438-.438H1.75v.438h.438zm-.438-.438h-.436v.438h.438zm.438-.438H1.75v.438h.438zm.875 0h-.437v.438h.438zm-1.75 0H.875v.438h.438zm-.438-.438H.438v.438h.438zm.875-.438h-.436v.438h.438zm2.188 0H3.5v.438h.438z" fill="#000"/>
	<path d="M3.938 2.625H3.5v-.437H1.75v.438h-.437v1.75h.438v.438h1.75v-.438h.438z" fill="#9af4dc"/>
	<path d="M3.5 4.375H1.75v.438H3.5zm-1.75-.437h-.437v.438h.438zm2.188 0H3.5v.438h.438z" fill="#6c9ca6"/>
	<path d="M1.75 2.625h-.437v.438h.438zm.875.438h-.437v.438h.438zm.875-.875H1.75v.438H3.5z" fill="#f0f0f0"/>
	<path d="M3.5 5.688h-.437v.438h.438z" fill="#000"/>
	<path d="M.875 2.188H.438v.875h.438zm.875-.875h-.437v.438h.438zm.875-.438H1.75v.438h.875zm3.063.438H4.375v.438h1.313zM3.938.438H3.5v.438h-.437v.438h.438v.438h.438v-.439h.438V.875h-.439zM2.625 5.25h-.437v.438H1.75v.438h.438v.438h.438v-.438h.438v-.438h-.439z" fill="#f0f0f0"/>
`;function gi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${na}
	</svg>`}var ca=C`
	<path d="M5.688 1.313V.875h-.875v.438h-.438V.875h-.437V.438h-.875v.438h-.438v.438h-.437V.875h-.875v.438H.875v1.75h.875v.438h.438v-.438h2.625v.438h.438v-.438h.875v-1.75z" fill="#d1cdd5"/>
	<path d="M6.125 3.938V3.5h-1.75v-.437h-1.75v.438H.875v.438H.438v1.313h.438v.438h1.75v.438h.438v.438h.875v-.438h.438V5.69h1.75v-.438h.438V3.938z" fill="#57595f"/>
	<path d="M3.938 0h-.875v.438h.875zm-.875.438h-.438v.438h.438zm1.313 0h-.438v.438h.438zm1.313 0h-.875v.438h.875zm.438.438h-.438v.438h.438zm-1.313 0h-.438v.438h.438zM2.625.875h-.437v.438h.438zM2.188.438h-.875v.438h.875zm-1.313.875H.438v1.75h.438zm.438-.438H.875v.438h.438zM.875 3.5H.438v.438h.438zm-.437.438H0v1.313h.438zm.438 1.313H.438v.438h.438zm1.75.438H.875v.438h1.75zm.438.438h-.439v.438h.438zm.875.438h-.876v.438h.875zm.438-.438h-.439v.438h.438zm1.75-.438h-1.75v.438h1.75zm.438-.438h-.438v.438h.438zm.438-1.313h-.438v1.313h.438zM6.565 3.5h-.438v.438h.438zm0-2.188h-.438v1.75h.438zM2.188 3.5H1.75v.438h.438zm.438-.438h-.438V3.5h.438zm1.75-.438H2.625v.438h1.75zm.438.438h-.438V3.5h.438zm.438.438h-.438v.438h.438zm.438-.438h-.438V3.5h.875v-.437zm-4.377.001H.875v.438h.875v-.438z" fill="#000"/>
	<path d="M.875 4.813H.438v.438h.438zm.438.438H.875v.438h.438zm1.75.438h-.438v.438h.438zm1.313 0h-.438v.438h.438zm-.438.438h-.875v.438h.875zm2.188-.875h-.438v.438h.438zm.438-1.313h-.438v1.313h.438z" fill="#35363a"/>
	<path d="M1.313 2.625H.875v.438h.438zm.875.438H1.75v.438h.438zm3.063 0h-.438v.438h.438zm-2.626-.438h-.437v.438h.438zm2.188 0h-.438v.438h.438z" fill="#847d8b"/>
	<path d="M5.25 3.063h-.438v.438h.438zm-.875-.875h-1.75v.438h1.75zm1.75-.438h-.438v1.313h.438z" fill="#847d8b"/>
	<path d="M1.75 1.75h-.437v.438h.438zm-.437-.437H.875v.438h.438zm.875-.438h-.875v.438h.875zm.875 0h-.438v.438h.438zm.875-.438h-.875v.438h.875zm.438.438h-.438v.438h.438zm1.313 0h-.875v.438h.875zm.438.438h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M.875 3.938H.438v.438h.438zm.438-.438H.875v.438h.438zm1.313 0h-.438v.438h.438zm1.75-.438H2.625V3.5h1.75zm.875.875h-.438v.438h.438zm.875-.438h-.875v.438h.875z" fill="#d8d8d8"/>
`;function zi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ca}
	</svg>`}var da=C`
	<path d="M6.125 1.75v-.437h-.438V.875h-.438V.438H2.625v.438H1.75v.438h-.437v.438H.875v.875H.438v2.188h.438v.438h.438v.438h.438v.438h.438v.438h2.188v-.438h.875v-.438h.438v-.438h.438v-.875h.438V1.75z" fill="#bcef42"/>
	<path d="M6.563.438h-.875v.438h.875z" fill="#f0f0f0"/>
	<path d="M1.313 5.688H.438v.438h.875z" fill="#bcef42"/>
	<path d="M1.75 6.125H.438v.438h1.313z" fill="#7fb134"/>
	<path d="M6.563 3.5h-.438v.875h.438z" fill="#816bee"/>
	<path d="M5.25.438H2.625v.438H5.25z" fill="#f0f0f0"/>
	<path d="M5.25.875H2.625v.438H5.25z" fill="#b79cf8"/>
	<path d="M4.375 6.125H2.188v.438h2.188z" fill="#816bee"/>
	<path d="M6.563.875h-.438v.438h.438z" fill="#bcef42"/>
	<path d="M2.625 2.188h-.437v.438h.438zM1.313 1.75H.875v.438h.438zm.438-.438h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M2.625 1.313h-.437v.438h.438zm3.063 0H5.25v.438h.438z" fill="#b79cf8"/>
	<path d="M2.188.875H1.75v.438h.438zm.875 1.75h-.438v.438h.438zM.875 5.25H.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M6.125 4.813h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438z" fill="#816bee"/>
	<path d="M6.563.438v.875h-.438V.875h-.438v.438h.438v.438h.438v2.625h.438V.438zm-5.25.875H.875v.438h.438zm.438-.438h.875V.438H1.75zh-.438v.438h.438zm4.813 3.5h-.438v.875h.438zM.875 1.75H.438v.875h.438zM5.25 6.125h-.875v.438h.875zm.875-.875h-.438v.438h.438zm-4.812 0H.875v.438h.438zm.438.438h-.438v.438h.438zm-.875-.875H.438v.438h.438zm4.813.875h-.438v.438h.438zM.438 2.625H0v3.938h.438z" fill="#000"/>
	<path d="M5.25.875h.438V.438h.875V0H2.625v.438H5.25zM2.188 6.563v-.438H1.75v.438H.438v.438h3.938v-.438z" fill="#000"/>
	<path d="M.875 2.625H.438V3.5h.438z" fill="#f0f0f0"/>
	<path d="M4.375 2.625H3.5v.438h.875zm-.438 1.75h-.874v.438h.875zm.875-1.313h-.438v.875h.438zm-3.5 1.75h.875v-.438H1.75V2.188h-.437zm3.5-3.063H3.063v.438h1.75zm-.438 3.5H2.625v.438h1.75zm2.188-3.063h-.438v1.313h.438zM.875 3.5H.438v1.313h.438zm1.313-1.75H1.75v.438h.438zm1.313 1.313h-.438v.438h.438zm-.438.875h-.438v.438h.438zm-.438.875h-.437v.438h.438zm1.75-.875h-.437v.438h.438zm.438.875h-.438v.438h.438zm.438-.438h-.438v.438h.438zm-2.188-1.75v-.437h-.438v.438h-.437v1.313h.438V2.625zm3.063-.875h-.438v.438h.438zm-.875.438h-.438v.438h.438zm.438.438h-.438v1.75h.438zM1.313 4.813H.875v.438h.438zm.438.438h-.438v.438h.438zm.438.438H1.75v.438h.438z" fill="#b79cf8"/>
`;function _i(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${da}
	</svg>`}var ma=C`
	<path d="M6.125 1.75v-.437h-.438V.875h-.438V.438H1.75v.438h-.437v.438H.875v.438H.438v2.625h.438v.438h.438v.438h.438v.875h.438v.438h2.625v-.438h.438v-.875h.438v-.438h.438v-.438h.438V1.75z" fill="#d1cdd5"/>
	<path d="M1.75.438h-.437v.438h.438zm-.437.437H.875v.438h.438zm-.438.438H.438v.438h.438zm.875 3.938h-.437v.875h.438zm-.438-.438H.875v.438h.438zm.875 1.313H1.75v.438h.438zM.874 4.376H.438v.438h.438z" fill="#000"/>
	<path d="M1.75 4.813h-.437v.438h.438zm.438.875H1.75v.438h.438zm-.875-1.313H.875v.438h.438zm1.75-1.313H1.75v1.313h1.313z" fill="#847d8b"/>
	<path d="M3.063 3.5h-.875v.875h.875z" fill="#57595f"/>
	<path d="M5.25 3.063H3.938v1.313h1.313z" fill="#847d8b"/>
	<path d="M5.25 3.5h-.875v.875h.875z" fill="#57595f"/>
	<path d="M5.25 5.254h.438v-.438H5.25zm-.438.875h.438v-.438h-.438zm.875-1.313h.438v-.438h-.438z" fill="#847d8b"/>
	<path d="M.438 1.75H0v2.625h.438z" fill="#000"/>
	<path d="M.875 1.75H.438v2.625h.438z" fill="#fff"/>
	<path d="M5.25.879h.438V.441H5.25zm.438.438h.438V.879h-.438zm.438.438h.438v-.438h-.438zM5.251 6.13h.438v-.875h-.438zm.438-.875h.438v-.438h-.438zm-.875 1.313h.438V6.13h-.438zm1.313-1.75h.438V4.38h-.438zm.438-.438h.438V1.755h-.438z" fill="#000"/>
	<path d="M6.125 4.379h.438V1.754h-.438z" fill="#847d8b"/>
	<path d="M1.75 0v.438h3.5V0z" fill="#000"/>
	<path d="M1.75.875h-.437v.438h.438zm-.437.438H.875v.438h.438zm.438.438h-.438v.438h.438zm3.5-.433h.438V.88h-.438zm.438.438h.438v-.438h-.438zM1.75.438v.438h3.5V.438z" fill="#fff"/>
	<path d="M2.188 6.563v.438h2.625v-.438z" fill="#000"/>
	<path d="M2.188 6.125v.438h2.625v-.438z" fill="#847d8b"/>
	<path d="M3.063 5.688h-.438v.875h.438zm1.313 0h-.438v.875h.438z" fill="#57595f"/>
`;function bi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ma}
	</svg>`}var fa=C`
	<path d="M3.063 0H1.75v.438h1.313zm1.75.438h-1.75v.438h1.75zm-.875 2.187H3.5v1.75h.438zm-3.5-.437H0v2.625h.438zM6.563.875h-1.75v.438h1.75z" fill="#000"/>
	<path d="M3.063.438H1.75v.438h1.313zm1.75.438h-1.75v.438h1.75zm1.75.438h-1.75v.438h1.75z" fill="#f0f0f0"/>
	<path d="M3.063 6.563H1.75v.438h1.313z" fill="#000"/>
	<path d="M2.625 6.125v-.438h-.437v-.875H1.75V2.188h.438v-.875h.438V.875H1.75v.438H.875v1.75H.438v1.75h.438v.875h.438v.438h.438v.438h1.313v-.438z" fill="#ffe361"/>
	<path d="M3.063 6.125H1.75v.438h1.313z" fill="#ffb84b"/>
	<path d="M4.813 6.125h-1.75v.438h1.75z" fill="#000"/>
	<path d="M4.375 5.688V5.25h-.437v-.875H3.5v-1.75h.438V1.75h.438v-.437H3.063v.438h-.438v1.313h-.437v1.75h.438v.875h.438v.438h1.75v-.438z" fill="#ffe361"/>
	<path d="M6.563 5.688h-1.75v.438h1.75zM1.75.438h-.437v.438h.438zm-.437.437H.875v.438h.438zm-.438.438H.438v.875h.438zm6.125 0h-.438v.438H7zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.875h.438zm.875 3.063h-.438v.438h.438zm-.438-.438h-.438v.438h.438zm-.438-.875h-.438v.875h.438zm-.438-.875h-.438v.875h.438zM1.747 6.127h-.434v.438h.438zm-.438-.438H.875v.438h.438zm-.438-.875H.438v.875h.438zm1.313-2.625H1.75v2.625h.438zM3.059.876h-.434v.438h.438zm-.434.437h-.437v.875h.438z" fill="#000"/>
	<path d="M.875 2.188H.438v.875h.438zm1.75 0h-.437v.875h.438z" fill="#f0f0f0"/>
	<path d="M2.188 1.313H1.75v.875h.438z" fill="#ffb84b"/>
	<path d="M4.813 1.313h-.438v.438h.438z" fill="#000"/>
	<path d="M1.75.875h-.437v.438h.438z" fill="#f0f0f0"/>
	<path d="M2.625.875h-.437v.438h.438zm1.313.875H3.5v.875h.438zm.438-.438h-.438v.438h.438zm-2.188 3.5H1.75v.438h.438zm-.438.875h-.437v.438h.438zm-.438-.875H.875v.875h.438zm2.188.875v-.438h-.437v-.438h-.438v.875h.438v.438h1.75v-.438zm.438-1.313H3.5v.438h.438z" fill="#ffb84b"/>
	<path d="M4.375 5.688V5.25h-.437v-.875H3.5v-1.75h.438V1.75h.438v-.437H3.063v.438h-.438v1.313h-.437v1.75h.438v.875h.438v.438h1.75v-.438z" fill="url(#a)"/>
	<path d="M6.125 5.25v-.438h-.438v-.874h-.438v-.875h.438v-.875h.438V1.75H4.812v.438h-.438v.438h-.436v1.75h.438v.875h.438v.438h1.75v-.438z" fill="#ff2c52"/>
	<path d="M5.688 2.188H5.25v.875h.438zm.438-.438h-.438v.438h.438zm-.438 2.188H5.25v.438h.438zM5.25 5.251v-.438h-.875v.438h.438v.438h1.75v-.438z" fill="#be0351"/>
	<path d="M1.313 1.313H.875v.438h.438zm0 1.75H.875v.438h.438zm1.75-1.75h-.438v.438h.438zm1.75.438h-.438v.438h.438zm-.438.875h-.437v.438h.438z" fill="#f0f0f0"/>
	<path d="M4.375 1.75h-.437v.875h.438zM3.062 5.688h-.437v.438h.438zm-.438-.875h-.436v.875h.438zm2.188.438h-.438v.438h.438zm-.438-.875h-.436v.875h.438z" fill="#000"/>
	<defs>
		<radialGradient id="a" cx=".75" cy=".5" r="1" fx=".75" fy=".5">
		<stop stop-color="#ff2c52" offset="30%"/>
		<stop stop-color="#ffe361" offset="70%"/>
		</radialGradient>
	</defs>
`;function xi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${fa}
	</svg>`}var va=C`
	<path d="M4.813.438v.438h-.438v.438h-.437v.438H3.5v.438h-.437v.875h-.438v.438H3.5v.875h.438v-.44h.875V3.5h.438v-.437h.438v-.438h.438v-.437h.438V.438z" fill="#d1cdd5"/>
	<path d="M1.313 3.938h.438v.438h.875v.875h.438v.438h.875v.438h.875v-.875h-.876v-.438H3.5v-.438h-.437v-.438h-.438V3.5h-.437v-.437H1.75v-.875H.875v.875h.438z" fill="#ffe361"/>
	<path d="M2.188 4.813h-.875v.875h.875zm-.875.875H.438v.875h.875z" fill="#ffe361"/>
	<path d="M4.813.438h-.438v.438h.438zm-.438.438h-.437v.438h.438zm-.437.437H3.5v.438h.438zM3.5 1.75h-.437v.438h.438zm-.437.438h-.438v.875h.438zm-.875 0H1.75v.875h.438zm-1.313 0H.438v.875h.438zm.438.875H.875v.875h.438zm3.5.875h-.875v.438h.875zm0 .875h-.875v.438h.875zm.438.438h-.438v.875h.438z" fill="#000"/>
	<path d="M6.563.438h-.438v1.75h.438z" fill="#847d8b"/>
	<path d="M.438 5.688H0v.875h.438zm4.375.438h-.875v.438h.875zm-.875-.438h-.875v.438h.875z" fill="#000"/>
	<path d="M2.188 5.25h-.875v.438h.875zm-.875.875H.438v.438h.875z" fill="#ffb84b"/>
	<path d="M1.313 6.125v.438h.438v-.438h.438v-.438h-.876zm1.313-.875v-.875H1.75v-.437h-.437v.875h.875v.875h.875V5.25zm-1.313 0v-.438H.875v.438H.438v.438h.875zm0 1.313H.438v.438h.875zM1.75 1.75H.875v.438h.875zm1.313 2.188v.438h.438V3.5h-.876v.438z" fill="#000"/>
	<path d="M5.688 1.313H5.25v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.436v.438h.438zm-.436.436H3.5v.438h.438z" fill="#847d8b"/>
	<path d="M3.063 3.063h-.438v.438h.438z" fill="#f0f0f0"/>
	<path d="M1.75 3.5h-.437v.438h.438zm-.437-.875H.875v.438h.438zm.875 1.313H1.75v.438h.438zm.875.875h-.438v.438h.438zm.438.438h-.438v.438h.438zm.875.438h-.438v.438h.438z" fill="#ffb84b"/>
	<path d="M3.938 4.375H3.5v.438h.438zM2.625 3.063h-.437v.438h.438zm3.938-.875h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438-3.5V.44h1.75v1.75h.438V0z" fill="#000"/>
	<path d="M4.813 5.25h-.438v.438h.438zm-.875-.438H3.5v.438h.438zM3.5 4.374h-.437v.438h.438zm-.437-.436h-.438v.438h.438zM2.625 3.5h-.437v.438h.438zm-.437-.437H1.75v.438h.438zM3.5 2.188h-.437v.438h1.313v-.438h-.438V1.75H3.5zM4.375.875v.438h-.437v.438h1.313v-.438h-.438V.875zm1.75-.438H4.812v.438h1.313z" fill="#f0f0f0"/>
	<path d="M6.125 2.188h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.438.438h-.438v.438h.438zm-.873.436H3.5v.438h.438z" fill="#847d8b"/>
	<path d="M1.75 2.188h-.437v.438h.438zm0 2.625h-.437v.438h.438zm-.875.875H.438v.438h.438z" fill="#f0f0f0"/>
`;function yi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${va}
	</svg>`}var pa=C`
	<path d="M5.688 2.625v-.437H5.25V1.75h-.438v-.437h-.438V.875h-.436V.438h-.875v.438h-.438v.438h-.437v.438H1.75v.438h-.437v.438H.875v.875H.438v2.188h.438v.438h.875v.438h3.5v-.438h.875v-.438h.438V3.5h-.438v-.875z" fill="#0abbff"/>
	<path d="M3.063 0v.438h.875V0zm-.438.438v.438h.438V.438zm1.313 0v.438h.438V.438zm.438.438v.438h.438V.875zm.438.438v.438h.438v-.439zm.438.438v.438h.438v-.44zm.438.438v.438h.438v-.44zm.438.438v.875h.438v-.878zm-5.69-.003V3.5h.438v-.875zM0 3.5v2.188h.438V3.5zm6.563 0v2.188h.438V3.5zM2.188.875v.438h.438V.875zm-.438.438v.438h.438v-.438zm-.437.437v.438h.438V1.75zm-.438.438v.438h.438v-.438zm-.438 3.5v.438h.438v-.438zm5.688 0v.438h.438v-.438zm-4.375.875v.438h3.5v-.438z" fill="#000"/>
	<path d="M1.75 6.125v.438h3.5v-.438z" fill="#4282d8"/>
	<path d="M.875 6.125v.438h.875v-.438zm5.25.438v-.438H5.25v.438z" fill="#000"/>
	<path d="M3.063.438v.438h.875V.438z" fill="#fff"/>
	<path opacity=".5" d="M4.813 3.5v-.437h-.438v-.438h-.437v-.437h-.875v.438h-.438v.438h-.437v.438H1.75v1.313h.438v.438h2.625v-.438h.438V3.5z" fill="#fff"/>
	<path d="M2.625.875v.438h.438V.875zm-.437.438v.438h.438v-.438zm.438.438v.438h.438V1.75zM1.75 1.75v.438h.438V1.75zm-.437.438v.438h.438v-.438zm-.438.437V3.5h.438v-.875zM.438 3.5v.875h.438V3.5z" fill="#fff"/>
	<path d="M5.25 2.188v.438h.438v-.438zm.438.438v.875h.438v-.876zm.438.875v1.75h-.438v.438H5.25v.438h.875v-.438h.438V3.5zM.875 6.125h.875v-.438H.875z" fill="#4282d8"/>
`;function Mi(i={}){return c`<svg
		${T(i)}
		aria-hidden="true"
		role="img"
		width="14"
		height="14"
		viewBox="0 0 7 7"
		fill="none"
		xmlns="http://www.w3.org/2000/svg"
	>
		${pa}
	</svg>`}var ua=globalThis.$discordMessage??{};function lt(){return ua}var Pi={blue:"https://cdn.discordapp.com/embed/avatars/0.png",gray:"https://cdn.discordapp.com/embed/avatars/1.png",green:"https://cdn.discordapp.com/embed/avatars/2.png",orange:"https://cdn.discordapp.com/embed/avatars/3.png",red:"https://cdn.discordapp.com/embed/avatars/4.png",pink:"https://cdn.discordapp.com/embed/avatars/5.png"},Ri=lt().avatars??{},ke=Object.assign(Pi,Ri,{default:Pi[Ri.default]??Ri.default??Pi.blue}),nt=lt().profiles??{},Hs=lt().defaultTheme==="light"?"light":"dark",$s=lt().defaultMode==="compact"?"compact":"cozy",ks=lt().defaultBackground==="none"?"none":"discord",Cs=new Map([["heart",li()],["crystal",si()],["diamond",ai()],["explosion",ri()],["flame",oi()],["flower",hi()],["key",ni()],["leaf",ci()],["lightning",di()],["magic",mi()],["moon",fi()],["mushroom",vi()],["mythical",pi()],["ornament",ui()],["plasma",gi()],["rock",zi()],["shell",_i()],["skull",bi()],["sun",xi()],["sword",yi()],["water",Mi()]]);var ga=C`
	<path
		fill="currentColor"
		d="M18.91 12.98a5.45 5.45 0 0 1 2.18 6.2c-.1.33-.09.68.1.96l.83 1.32a1 1 0 0 1-.84 1.54h-5.5A5.6 5.6 0 0 1 10 17.5a5.6 5.6 0 0 1 5.68-5.5c1.2 0 2.32.36 3.23.98Z"
	/>
	<path
		fill="currentColor"
		d="M19.24 10.86c.32.16.72-.02.74-.38L20 10c0-4.42-4.03-8-9-8s-9 3.58-9 8c0 1.5.47 2.91 1.28 4.11.14.21.12.49-.06.67l-1.51 1.51A1 1 0 0 0 2.4 18h5.1a.5.5 0 0 0 .49-.5c0-4.2 3.5-7.5 7.68-7.5 1.28 0 2.5.3 3.56.86Z"
	/>
`;function At(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-hidden="false"
		width="24"
		height="24"
		viewBox="0 0 20 20"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ga}
	</svg>`}var za=C`
	<path
		fill="currentColor"
		fill-rule="evenodd"
		clip-rule="evenodd"
		d="M10.99 3.16A1 1 0 1 0 9 2.84L8.15 8H4a1 1 0 0 0 0 2h3.82l-.67 4H3a1 1 0 1 0 0 2h3.82l-.8 4.84a1 1 0 0 0 1.97.32L8.85 16h4.97l-.8 4.84a1 1 0 0 0 1.97.32l.86-5.16H20a1 1 0 1 0 0-2h-3.82l.67-4H21a1 1 0 1 0 0-2h-3.82l.8-4.84a1 1 0 1 0-1.97-.32L15.15 8h-4.97l.8-4.84ZM14.15 14l.67-4H9.85l-.67 4h4.97Z"
	/>
`;function Vt(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-hidden="false"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${za}
	</svg>`}var _a=C`
	<path
		fill="currentColor"
		d="M12 2.81a1 1 0 0 1 0-1.41l.36-.36a1 1 0 0 1 1.41 0l9.2 9.2a1 1 0 0 1 0 1.4l-.7.7a1 1 0 0 1-1.3.13l-9.54-6.72a1 1 0 0 1-.08-1.58l1-1L12 2.8ZM12 21.2a1 1 0 0 1 0 1.41l-.35.35a1 1 0 0 1-1.41 0l-9.2-9.19a1 1 0 0 1 0-1.41l.7-.7a1 1 0 0 1 1.3-.12l9.54 6.72a1 1 0 0 1 .07 1.58l-1 1 .35.36ZM15.66 16.8a1 1 0 0 1-1.38.28l-8.49-5.66A1 1 0 1 1 6.9 9.76l8.49 5.65a1 1 0 0 1 .27 1.39ZM17.1 14.25a1 1 0 1 0 1.11-1.66L9.73 6.93a1 1 0 0 0-1.11 1.66l8.49 5.66Z"
	/>
`;function jt(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-hidden="false"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${_a}
	</svg>`}var ba=C`
	<path
		fill="currentColor"
		fill-rule="evenodd"
		clip-rule="evenodd"
		d="M6 9h1V6a5 5 0 0 1 10 0v3h1a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3Zm9-3v3H9V6a3 3 0 1 1 6 0Zm-1 8a2 2 0 0 1-1 1.73V18a1 1 0 1 1-2 0v-2.27A2 2 0 1 1 14 14Z"
	/>
`;function Dt(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-hidden="false"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ba}
	</svg>`}var xa=C`
	<path
		fill="currentColor"
		d="M12 3a1 1 0 0 0-1-1h-.06a1 1 0 0 0-.74.32L5.92 7H3a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h2.92l4.28 4.68a1 1 0 0 0 .74.32H11a1 1 0 0 0 1-1V3ZM15.1 20.75c-.58.14-1.1-.33-1.1-.92v-.03c0-.5.37-.92.85-1.05a7 7 0 0 0 0-13.5A1.11 1.11 0 0 1 14 4.2v-.03c0-.6.52-1.06 1.1-.92a9 9 0 0 1 0 17.5Z"
	/>
	<path
		fill="currentColor"
		d="M15.16 16.51c-.57.28-1.16-.2-1.16-.83v-.14c0-.43.28-.8.63-1.02a3 3 0 0 0 0-5.04c-.35-.23-.63-.6-.63-1.02v-.14c0-.63.59-1.1 1.16-.83a5 5 0 0 1 0 9.02Z"
	/>
`;function St(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-hidden="false"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${xa}
	</svg>`}var pt=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},Ce=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},ie="light-theme",Te="compact-mode",Ni="no-background",ya=(()=>{let i=[Q("discord-messages")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[];var Z=class extends a{static{e=this}static{let w=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[yt({context:ie}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],g=[yt({context:Ni}),u({type:Boolean,reflect:!0,attribute:"no-background"})],o=[yt({context:Te}),u({type:Boolean,reflect:!0,attribute:"compact-mode"})],z=[u({reflect:!0,attribute:"channel-type"})],p=[u({reflect:!0,attribute:"channel-name"})],pt(this,null,h,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:y=>"lightTheme"in y,get:y=>y.lightTheme,set:(y,U)=>{y.lightTheme=U}},metadata:w},r,d),pt(this,null,g,{kind:"accessor",name:"noBackground",static:!1,private:!1,access:{has:y=>"noBackground"in y,get:y=>y.noBackground,set:(y,U)=>{y.noBackground=U}},metadata:w},v,l),pt(this,null,o,{kind:"accessor",name:"compactMode",static:!1,private:!1,access:{has:y=>"compactMode"in y,get:y=>y.compactMode,set:(y,U)=>{y.compactMode=U}},metadata:w},M,b),pt(this,null,z,{kind:"accessor",name:"channelType",static:!1,private:!1,access:{has:y=>"channelType"in y,get:y=>y.channelType,set:(y,U)=>{y.channelType=U}},metadata:w},m,n),pt(this,null,p,{kind:"accessor",name:"channelName",static:!1,private:!1,access:{has:y=>"channelName"in y,get:y=>y.channelName,set:(y,U)=>{y.channelName=U}},metadata:w},O,E),pt(null,t={value:e},i,{kind:"class",name:e.name,metadata:w},null,s),Z=e=t.value,w&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:w})}static styles=K`
		:host {
			color: #fff;
			background-color: #36393e;
			display: block;
			font-size: 16px;
			font-family: 'gg sans', 'Noto Sans', Whitney, 'Helvetica Neue', Helvetica, Roboto, Arial, sans-serif;
			line-height: 170%;
			border: 1px solid rgba(255, 255, 255, 0.05);
		}

		:host([light-theme]) {
			color: #747f8d;
			background-color: #fff;
			border-color: #dedede;
		}

		:host([no-background]) {
			background-color: unset;
		}

		::slotted(*) {
			padding-top: 0.125rem;
			padding-bottom: 0.125rem;
		}

		::slotted(*:first-child) {
			margin-top: 0.5rem;
		}

		::slotted(*:not(:first-child)) {
			margin-top: 1.0625rem;
		}

		:host([compact-mode]) ::slotted(*:not(:first-child)) {
			margin-top: unset;
		}

		::slotted(*:last-child) {
			margin-bottom: 0.5rem;
			border-bottom-width: 0;
		}

		:host .discord-channel-header {
			display: flex;
			align-items: center;
			padding: 0.5rem 1rem;
			box-shadow:
				0 2px 0 0 rgba(0, 0, 0, 0.05),
				0 1.5px 0 0 rgba(0, 0, 0, 0.05),
				0 1px 0 0 rgba(0, 0, 0, 0.16);
		}

		:host .discord-channel-icon {
			height: 24px;
			width: auto;
			margin: 0 8px;
			position: relative;
			flex: 0 0 auto;
			color: #80848e;
		}

		:host([light-theme]) .discord-channel-icon {
			color: #6d6f78;
		}

		:host .discord-channel-name {
			margin: 0 8px 0 0;
			flex: 0 0 auto;
			min-width: auto;
		}
	`;#e=Ce(this,r,!1);get lightTheme(){return this.#e}set lightTheme(w){this.#e=w}#t=(Ce(this,d),Ce(this,v,!1));get noBackground(){return this.#t}set noBackground(w){this.#t=w}#i=(Ce(this,l),Ce(this,M,!1));get compactMode(){return this.#i}set compactMode(w){this.#i=w}#s=(Ce(this,b),Ce(this,m,void 0));get channelType(){return this.#s}set channelType(w){this.#s=w}#a=(Ce(this,n),Ce(this,O,void 0));get channelName(){return this.#a}set channelName(w){this.#a=w}connectedCallback(){super.connectedCallback(),(this.lightTheme||Hs==="light"&&this.lightTheme)&&(this.lightTheme=!0),(this.compactMode||$s==="compact"&&this.compactMode)&&(this.compactMode=!0),(this.noBackground||ks==="none"&&this.noBackground)&&(this.noBackground=!0)}render(){let w;switch(this.channelType){case"text":w=c`${Vt()}`;break;case"voice":w=c`${St()}`;break;case"locked":w=c`${Dt()}`;break;case"thread":w=c`${jt()}`;break;case"forum":w=c`${At()}`;break}return c`
			${I(this.channelType&&this.channelName,()=>c`<div class="discord-channel-header">
						<div class="discord-channel-icon">${w}</div>
						<div class="discord-channel-name">${this.channelName}</div>
					</div>`)}
			<slot></slot>
		`}constructor(){super(...arguments),Ce(this,E)}static{Ce(e,s)}};return Z=e})();/**
 * @license
 * Copyright 2018 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var et=ht(class extends Ye{constructor(i){if(super(i),i.type!==vt.ATTRIBUTE||i.name!=="class"||i.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(i){return" "+Object.keys(i).filter(t=>i[t]).join(" ")+" "}update(i,[t]){if(this.st===void 0){this.st=new Set,i.strings!==void 0&&(this.nt=new Set(i.strings.join(" ").split(/\s/).filter(e=>e!=="")));for(let e in t)t[e]&&!this.nt?.has(e)&&this.st.add(e);return this.render(t)}let s=i.element.classList;for(let e of this.st)e in t||(s.remove(e),this.st.delete(e));for(let e in t){let a=!!t[e];a===this.st.has(e)||this.nt?.has(e)||(a?(s.add(e),this.st.add(e)):(s.remove(e),this.st.delete(e)))}return $e}});/**
 * @license
 * Copyright 2018 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var q=i=>i??te;var Ma=new Intl.DateTimeFormat("en-US",{day:"2-digit",month:"2-digit",year:"numeric"}),wa=new Intl.DateTimeFormat("en-US",{hour12:!0,hour:"2-digit",minute:"2-digit"}),Ha=new Intl.DateTimeFormat("en-US",{hour12:!1,hour:"2-digit",minute:"2-digit"}),$a=i=>i instanceof Date?Ma.format(i):i,ka=(i,t=!1)=>i instanceof Date?t?Ha.format(i):wa.format(i):i;function ut(i,t=!1,s=!1){if(!(i instanceof Date)&&typeof i!="string")throw new TypeError("Timestamp prop must be a Date object or a string.");return t?ka(i,s):$a(i)}var Ca=/(?:<(?<animated>a)?:(?<name>\w{2,32}):)?(?<id>\d{17,21})>?/;function gt(i){let t=lt().emojis?.[i];if(t)return t;let s=Ca.exec(i);if(s?.groups){let{name:e,id:a,animated:h}=s.groups;return{name:e,url:`https://cdn.discordapp.com/emojis/${a}.${h?"gif":"png"}`}}}function wi(i){if(i)return Cs.get(i)??i}var Ta=C`
	<path d="M7.4,11.17,4,8.62,5,7.26l2,1.53L10.64,4l1.36,1Z" fill="currentColor" />
`;function Ee(i={}){return c`<svg
		${T(i)}
		class="discord-application-tag-verified"
		aria-label="Verified App"
		aria-hidden="false"
		width="16"
		height="16"
		viewBox="0 0 16 15.2"
		xmlns="http://www.w3.org/2000/svg"
	>
		${Ta}
	</svg>`}var Li=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},It=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Ea=(()=>{let i=[Q("discord-verified-author-tag")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[];var o=class extends a{static{e=this}static{let M=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u({type:Boolean})],g=[J({context:Te}),u({type:Boolean,reflect:!0,attribute:"compact-mode"})],Li(this,null,h,{kind:"accessor",name:"verified",static:!1,private:!1,access:{has:b=>"verified"in b,get:b=>b.verified,set:(b,z)=>{b.verified=z}},metadata:M},r,d),Li(this,null,g,{kind:"accessor",name:"compactMode",static:!1,private:!1,access:{has:b=>"compactMode"in b,get:b=>b.compactMode,set:(b,z)=>{b.compactMode=z}},metadata:M},v,l),Li(null,t={value:e},i,{kind:"class",name:e.name,metadata:M},null,s),o=e=t.value,M&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:M})}static styles=K`
		:host {
			background-color: #5865f2;
			color: #fff;
			font-size: 0.625em;
			margin-left: 4px;
			border-radius: 3px;
			line-height: 100%;
			text-transform: uppercase;
			display: inline-flex;
			align-items: center;
			height: 0.9375rem;
			padding: 0 0.275rem;
			margin-top: 0.075em;
			border-radius: 0.1875rem;
		}

		:host .discord-application-tag-verified {
			display: inline-block;
			width: 0.9375rem;
			height: 0.9375rem;
			margin-left: -0.25rem;
		}

		:host([compact-mode]) {
			padding-left: 10px;
			padding-right: 4px;
			margin-right: 0.25rem;
			margin-left: 0px !important;
			margin-top: 0px !important;
		}

		:host([compact-mode]) .discord-application-tag-verified {
			margin-right: 0.7em;
			margin-left: -0.7em;
		}
	`;#e=It(this,r,!1);get verified(){return this.#e}set verified(M){this.#e=M}#t=(It(this,d),It(this,v,!1));get compactMode(){return this.#t}set compactMode(M){this.#t=M}render(){return c`${I(this.verified,()=>Ee())}App`}constructor(){super(...arguments),It(this,l)}static{It(e,s)}};return o=e})();/**
 * @license
 * Copyright 2018 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Ts="important",Aa=" !"+Ts,Ae=ht(class extends Ye{constructor(i){if(super(i),i.type!==vt.ATTRIBUTE||i.name!=="style"||i.strings?.length>2)throw Error("The `styleMap` directive must be used in the `style` attribute and must be the only part in the attribute.")}render(i){return Object.keys(i).reduce((t,s)=>{let e=i[s];return e==null?t:t+`${s=s.includes("-")?s:s.replace(/(?:^(webkit|moz|ms|o)|)(?=[A-Z])/g,"-$&").toLowerCase()}:${e};`},"")}update(i,[t]){let{style:s}=i.element;if(this.ft===void 0)return this.ft=new Set(Object.keys(t)),this.render(t);for(let e of this.ft)t[e]==null&&(this.ft.delete(e),e.includes("-")?s.removeProperty(e):s[e]=null);for(let e in t){let a=t[e];if(a!=null){this.ft.add(e);let h=typeof a=="string"&&a.endsWith(Aa);e.includes("-")||h?s.setProperty(e,h?a.slice(0,-11):a,h?Ts:""):s[e]=a}}return $e}});var Me=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},X=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Va=(()=>{let i=[Q("discord-author-info")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[],Z,w=[],y=[],U,ae=[],oe=[],he,le=[],ne=[],ce,de=[],me=[],fe,ve=[],pe=[],ue,ge=[],ze=[],_e,be=[],xe=[],ye,B=[],$=[];var L=class extends a{static{e=this}static{let D=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u()],g=[u({type:Boolean})],o=[u({type:Boolean})],z=[u({type:Boolean,attribute:"official-app"})],p=[u({type:Boolean})],Z=[u({attribute:"role-color"})],U=[u({attribute:"role-icon"})],he=[u({attribute:"role-name"})],ce=[u({attribute:"clan-icon"})],fe=[u({attribute:"clan-tag"})],ue=[u({type:Boolean})],_e=[J({context:Te}),u({type:Boolean,reflect:!0,attribute:"compact-mode"})],ye=[J({context:ie}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],Me(this,null,h,{kind:"accessor",name:"author",static:!1,private:!1,access:{has:H=>"author"in H,get:H=>H.author,set:(H,W)=>{H.author=W}},metadata:D},r,d),Me(this,null,g,{kind:"accessor",name:"bot",static:!1,private:!1,access:{has:H=>"bot"in H,get:H=>H.bot,set:(H,W)=>{H.bot=W}},metadata:D},v,l),Me(this,null,o,{kind:"accessor",name:"server",static:!1,private:!1,access:{has:H=>"server"in H,get:H=>H.server,set:(H,W)=>{H.server=W}},metadata:D},M,b),Me(this,null,z,{kind:"accessor",name:"officialApp",static:!1,private:!1,access:{has:H=>"officialApp"in H,get:H=>H.officialApp,set:(H,W)=>{H.officialApp=W}},metadata:D},m,n),Me(this,null,p,{kind:"accessor",name:"op",static:!1,private:!1,access:{has:H=>"op"in H,get:H=>H.op,set:(H,W)=>{H.op=W}},metadata:D},O,E),Me(this,null,Z,{kind:"accessor",name:"roleColor",static:!1,private:!1,access:{has:H=>"roleColor"in H,get:H=>H.roleColor,set:(H,W)=>{H.roleColor=W}},metadata:D},w,y),Me(this,null,U,{kind:"accessor",name:"roleIcon",static:!1,private:!1,access:{has:H=>"roleIcon"in H,get:H=>H.roleIcon,set:(H,W)=>{H.roleIcon=W}},metadata:D},ae,oe),Me(this,null,he,{kind:"accessor",name:"roleName",static:!1,private:!1,access:{has:H=>"roleName"in H,get:H=>H.roleName,set:(H,W)=>{H.roleName=W}},metadata:D},le,ne),Me(this,null,ce,{kind:"accessor",name:"clanIcon",static:!1,private:!1,access:{has:H=>"clanIcon"in H,get:H=>H.clanIcon,set:(H,W)=>{H.clanIcon=W}},metadata:D},de,me),Me(this,null,fe,{kind:"accessor",name:"clanTag",static:!1,private:!1,access:{has:H=>"clanTag"in H,get:H=>H.clanTag,set:(H,W)=>{H.clanTag=W}},metadata:D},ve,pe),Me(this,null,ue,{kind:"accessor",name:"verified",static:!1,private:!1,access:{has:H=>"verified"in H,get:H=>H.verified,set:(H,W)=>{H.verified=W}},metadata:D},ge,ze),Me(this,null,_e,{kind:"accessor",name:"compactMode",static:!1,private:!1,access:{has:H=>"compactMode"in H,get:H=>H.compactMode,set:(H,W)=>{H.compactMode=W}},metadata:D},be,xe),Me(this,null,ye,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:H=>"lightTheme"in H,get:H=>H.lightTheme,set:(H,W)=>{H.lightTheme=W}},metadata:D},B,$),Me(null,t={value:e},i,{kind:"class",name:e.name,metadata:D},null,s),L=e=t.value,D&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:D})}static styles=K`
		:host {
			display: inline-flex;
			align-items: center;
			font-size: 16px;
			text-underline-offset: 1px;
			margin-right: 0.25rem;
		}

		:host .discord-author-username {
			color: #fff;
			font-size: 1em;
			font-weight: 500;
		}

		:host .discord-author-username:hover {
			text-decoration: underline;
			cursor: pointer;
		}

		:host([light-theme]) .discord-author-username {
			color: #23262a;
		}

		:host .discord-clan-tag {
			background-color: oklab(0.431937 0.00109309 -0.0132537 / 0.54);
			color: #fff;
			font-size: 12px;
			font-weight: 500;
			margin-left: 0.25rem;
			border-radius: 4px;
			line-height: 100%;
			text-transform: uppercase;
			display: inline-flex;
			width: max-content;
			gap: 0.25rem;
			justify-content: space-between;
			align-items: center;
			padding: 0 0.275rem;
			margin-top: 0.075em;
			height: 1.2rem;
			min-width: 45px;
			line-height: 1rem !important;
			transition: background-color 100ms ease-in-out;
			cursor: pointer;
		}

		:host .discord-clan-tag:hover {
			background-color: oklab(0.431937 0.00109309 -0.0132537 / 0.34);
		}

		:host([light-theme]) .discord-clan-tag {
			background-color: hsl(0 calc(1 * 0%) 0.8%/0.09);
			color: #000;
		}

		:host([light-theme]) .discord-clan-tag:hover {
			background-color: hsl(0 calc(1 * 0%) 0.8%/0.03);
		}

		:host([compact-mode]) .discord-clan-tag {
			margin-left: 0rem;
		}

		:host .discord-clan-tag span,
		:host .discord-clan-tag svg,
		:host .discord-clan-tag img {
			user-select: none;
			-webkit-user-select: none;
		}

		:host .discord-application-tag {
			background-color: #5865f2;
			color: #fff;
			font-size: 0.625em;
			border-radius: 3px;
			line-height: 100%;
			text-transform: uppercase;

			/* Use flex layout to ensure both verified icon and "BOT" text are aligned to center */
			display: inline-flex;
			align-items: center;

			/* Styling taken through Inspect Element on Discord client for Windows */
			height: 0.9375rem;
			padding: 0 0.275rem;
			margin-top: 0.075em;
			border-radius: 0.1875rem;
		}

		:host .discord-official-application {
			background-color: #5865f2;
			color: #fff;
			font-size: 0.625em;
			margin-left: 4px;
			border-radius: 3px;
			line-height: 100%;
			text-transform: uppercase;

			/* Use flex layout to ensure both verified icon and "BOT" text are aligned to center */
			display: flex;
			align-items: center;

			/* Styling taken through Inspect Element on Discord client for Windows */
			height: 0.9375rem;
			padding: 0 0.275rem;
			margin-top: 0.075em;
			border-radius: 0.1875rem;
		}

		:host([compact-mode]) .discord-official-application {
			margin-right: 5px;
			margin-left: 0px !important;
		}

		:host .discord-application-tag.discord-application-tag-op {
			background-color: #c9cdfb;
			color: #4752c4;
			border-radius: 0.4rem;
		}

		:host .discord-author-role-icon {
			margin-left: 0.25rem;
			vertical-align: top;
			height: calc(1rem + 4px);
			width: calc(1rem + 4px);
		}

		:host([compact-mode]) .discord-author-username {
			margin-right: 0.25rem;
		}

		:host([compact-mode]) .discord-application-tag {
			padding-left: 10px;
			padding-right: 4px;
			margin-right: 0.25rem;
		}
	`;#e=X(this,r,void 0);get author(){return this.#e}set author(D){this.#e=D}#t=(X(this,d),X(this,v,!1));get bot(){return this.#t}set bot(D){this.#t=D}#i=(X(this,l),X(this,M,!1));get server(){return this.#i}set server(D){this.#i=D}#s=(X(this,b),X(this,m,!1));get officialApp(){return this.#s}set officialApp(D){this.#s=D}#a=(X(this,n),X(this,O,!1));get op(){return this.#a}set op(D){this.#a=D}#r=(X(this,E),X(this,w,void 0));get roleColor(){return this.#r}set roleColor(D){this.#r=D}#o=(X(this,y),X(this,ae,void 0));get roleIcon(){return this.#o}set roleIcon(D){this.#o=D}#h=(X(this,oe),X(this,le,void 0));get roleName(){return this.#h}set roleName(D){this.#h=D}#l=(X(this,ne),X(this,de,void 0));get clanIcon(){return this.#l}set clanIcon(D){this.#l=D}#n=(X(this,me),X(this,ve,void 0));get clanTag(){return this.#n}set clanTag(D){this.#n=D}#c=(X(this,pe),X(this,ge,!1));get verified(){return this.#c}set verified(D){this.#c=D}#d=(X(this,ze),X(this,be,!1));get compactMode(){return this.#d}set compactMode(D){this.#d=D}#m=(X(this,xe),X(this,B,!1));get lightTheme(){return this.#m}set lightTheme(D){this.#m=D}render(){let D=wi(this.clanIcon),H=this.clanTag?.slice(0,4);return c`${I(this.compactMode,()=>null,()=>c`<span class="discord-author-username" style="${Ae({color:this.roleColor??void 0})}">${this.author}</span>`)}
		${I(this.roleIcon&&!this.compactMode,()=>c`<img
					class="discord-author-role-icon"
					src=${q(this.roleIcon)}
					height="20"
					width="20"
					alt=${q(this.roleName)}
					draggable="false"
				/>`)}
		${I(this.bot&&!this.server&&!this.officialApp,()=>c`<discord-verified-author-tag .verified=${this.verified}></discord-verified-author-tag>`)}
		${I(this.server&&!this.bot&&!this.officialApp,()=>c`<span class="discord-application-tag">Server</span>`)}
		${I(this.officialApp&&!this.server&&!this.bot,()=>c`<span class="discord-official-application">${Ee()}OFFICIAL</span>`)}
		${I(this.op,()=>c`<span class="discord-application-tag discord-application-tag-op">OP</span>`)}
		${I(this.compactMode,()=>c`<span class="discord-author-username" style="${Ae({color:this.roleColor??void 0})}">${this.author}</span>`)}
		${I(this.clanIcon&&this.clanTag&&this.clanTag?.length>0,()=>c`
				<span class="discord-clan-tag">
					${D==="string"?c`<img srcset=${q(D)} alt=${q(H)} width="12" height="12" draggable="false" />`:D}
					<span>${H}</span>
				</span>
			`)} `}constructor(){super(...arguments),X(this,$)}static{X(e,s)}};return L=e})();var ja=C`
 	<path 
		fill="currentColor" 
 		d="M15.56 11.77c.2-.1.44.02.44.23a4 4 0 1 1-4-4c.21 0 .33.25.23.44a2.5 2.5 0 0 0 3.32 3.32Z"
 	/>
  	<path 
		fill="currentColor" 
  		fill-rule="evenodd" 
  		d="M22.89 11.7q.105.3 0 .6C22.27 13.9 19.1 21 12 21c-7.11 0-10.27-7.11-10.89-8.7a.83.83 0 0 1 0-.6C1.73 10.1 4.9 3 12 3c7.11 0 10.27 7.11 10.89 8.7m-4.5-3.62A15.1 15.1 0 0 1 20.85 12c-.38.88-1.18 2.47-2.46 3.92C16.87 17.62 14.8 19 12 19s-4.87-1.38-6.39-3.08A15.1 15.1 0 0 1 3.15 12c.38-.88 1.18-2.47 2.46-3.92C7.13 6.38 9.2 5 12 5s4.87 1.38 6.39 3.08" 
  		clip-rule="evenodd"
  	/>
`;function Fi(i={}){return c`<svg
		${T(i)}
		class="discord-message-ephemeral-icon"
		aria-hidden="false"
		width="16"
		height="16"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ja}
	</svg>`}var Y=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},P=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Da=(()=>{let i=[Q("discord-message")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[],Z,w=[],y=[],U,ae=[],oe=[],he,le=[],ne=[],ce,de=[],me=[],fe,ve=[],pe=[],ue,ge=[],ze=[],_e,be=[],xe=[],ye,B=[],$=[],L,D=[],H=[],W,Ue=[],Pe=[],Re,Ne=[],Le=[],Fe,qe=[],Ze=[],We,Ge=[],Ke=[],Qe,j=[],x=[],S,De=[],Je=[],tt,V=[],_=[],R,Rt=[],bt=[],we,Nt=[],es=[],ts,is=[],ss=[];var as=class extends a{static{e=this}static{let k=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u()],g=[u()],o=[u()],z=[u({type:Boolean})],p=[u({type:Boolean})],Z=[u({type:Boolean,attribute:"official-app"})],U=[u({type:Boolean})],he=[u({type:Boolean})],ce=[u({type:Boolean})],fe=[u({attribute:"role-color"})],ue=[u({attribute:"role-icon"})],_e=[u({attribute:"role-name"})],ye=[u({attribute:"clan-icon"})],L=[u({attribute:"clan-tag"})],W=[u({type:Boolean,reflect:!0})],Re=[u({type:Boolean,reflect:!0})],Fe=[u({type:String,converter:f=>ut(f,!1,!1),attribute:!0})],We=[u({type:Boolean,attribute:"twenty-four"})],Qe=[u({type:Boolean,attribute:"message-body-only"})],S=[J({context:ie}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],tt=[J({context:Te}),u({type:Boolean,reflect:!0,attribute:"compact-mode"})],R=[J({context:Ni}),u({type:Boolean,reflect:!0,attribute:"no-background"})],we=[u({type:Boolean,reflect:!0,attribute:"has-thread"})],ts=[u({reflect:!1,attribute:"dismiss-message-clicked"})],Y(this,null,h,{kind:"accessor",name:"profile",static:!1,private:!1,access:{has:f=>"profile"in f,get:f=>f.profile,set:(f,A)=>{f.profile=A}},metadata:k},r,d),Y(this,null,g,{kind:"accessor",name:"author",static:!1,private:!1,access:{has:f=>"author"in f,get:f=>f.author,set:(f,A)=>{f.author=A}},metadata:k},v,l),Y(this,null,o,{kind:"accessor",name:"avatar",static:!1,private:!1,access:{has:f=>"avatar"in f,get:f=>f.avatar,set:(f,A)=>{f.avatar=A}},metadata:k},M,b),Y(this,null,z,{kind:"accessor",name:"bot",static:!1,private:!1,access:{has:f=>"bot"in f,get:f=>f.bot,set:(f,A)=>{f.bot=A}},metadata:k},m,n),Y(this,null,p,{kind:"accessor",name:"server",static:!1,private:!1,access:{has:f=>"server"in f,get:f=>f.server,set:(f,A)=>{f.server=A}},metadata:k},O,E),Y(this,null,Z,{kind:"accessor",name:"officialApp",static:!1,private:!1,access:{has:f=>"officialApp"in f,get:f=>f.officialApp,set:(f,A)=>{f.officialApp=A}},metadata:k},w,y),Y(this,null,U,{kind:"accessor",name:"verified",static:!1,private:!1,access:{has:f=>"verified"in f,get:f=>f.verified,set:(f,A)=>{f.verified=A}},metadata:k},ae,oe),Y(this,null,he,{kind:"accessor",name:"op",static:!1,private:!1,access:{has:f=>"op"in f,get:f=>f.op,set:(f,A)=>{f.op=A}},metadata:k},le,ne),Y(this,null,ce,{kind:"accessor",name:"edited",static:!1,private:!1,access:{has:f=>"edited"in f,get:f=>f.edited,set:(f,A)=>{f.edited=A}},metadata:k},de,me),Y(this,null,fe,{kind:"accessor",name:"roleColor",static:!1,private:!1,access:{has:f=>"roleColor"in f,get:f=>f.roleColor,set:(f,A)=>{f.roleColor=A}},metadata:k},ve,pe),Y(this,null,ue,{kind:"accessor",name:"roleIcon",static:!1,private:!1,access:{has:f=>"roleIcon"in f,get:f=>f.roleIcon,set:(f,A)=>{f.roleIcon=A}},metadata:k},ge,ze),Y(this,null,_e,{kind:"accessor",name:"roleName",static:!1,private:!1,access:{has:f=>"roleName"in f,get:f=>f.roleName,set:(f,A)=>{f.roleName=A}},metadata:k},be,xe),Y(this,null,ye,{kind:"accessor",name:"clanIcon",static:!1,private:!1,access:{has:f=>"clanIcon"in f,get:f=>f.clanIcon,set:(f,A)=>{f.clanIcon=A}},metadata:k},B,$),Y(this,null,L,{kind:"accessor",name:"clanTag",static:!1,private:!1,access:{has:f=>"clanTag"in f,get:f=>f.clanTag,set:(f,A)=>{f.clanTag=A}},metadata:k},D,H),Y(this,null,W,{kind:"accessor",name:"highlight",static:!1,private:!1,access:{has:f=>"highlight"in f,get:f=>f.highlight,set:(f,A)=>{f.highlight=A}},metadata:k},Ue,Pe),Y(this,null,Re,{kind:"accessor",name:"ephemeral",static:!1,private:!1,access:{has:f=>"ephemeral"in f,get:f=>f.ephemeral,set:(f,A)=>{f.ephemeral=A}},metadata:k},Ne,Le),Y(this,null,Fe,{kind:"accessor",name:"timestamp",static:!1,private:!1,access:{has:f=>"timestamp"in f,get:f=>f.timestamp,set:(f,A)=>{f.timestamp=A}},metadata:k},qe,Ze),Y(this,null,We,{kind:"accessor",name:"twentyFour",static:!1,private:!1,access:{has:f=>"twentyFour"in f,get:f=>f.twentyFour,set:(f,A)=>{f.twentyFour=A}},metadata:k},Ge,Ke),Y(this,null,Qe,{kind:"accessor",name:"messageBodyOnly",static:!1,private:!1,access:{has:f=>"messageBodyOnly"in f,get:f=>f.messageBodyOnly,set:(f,A)=>{f.messageBodyOnly=A}},metadata:k},j,x),Y(this,null,S,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:f=>"lightTheme"in f,get:f=>f.lightTheme,set:(f,A)=>{f.lightTheme=A}},metadata:k},De,Je),Y(this,null,tt,{kind:"accessor",name:"compactMode",static:!1,private:!1,access:{has:f=>"compactMode"in f,get:f=>f.compactMode,set:(f,A)=>{f.compactMode=A}},metadata:k},V,_),Y(this,null,R,{kind:"accessor",name:"noBackground",static:!1,private:!1,access:{has:f=>"noBackground"in f,get:f=>f.noBackground,set:(f,A)=>{f.noBackground=A}},metadata:k},Rt,bt),Y(this,null,we,{kind:"accessor",name:"hasThread",static:!1,private:!1,access:{has:f=>"hasThread"in f,get:f=>f.hasThread,set:(f,A)=>{f.hasThread=A}},metadata:k},Nt,es),Y(this,null,ts,{kind:"accessor",name:"dismissMessageClicked",static:!1,private:!1,access:{has:f=>"dismissMessageClicked"in f,get:f=>f.dismissMessageClicked,set:(f,A)=>{f.dismissMessageClicked=A}},metadata:k},is,ss),Y(null,t={value:e},i,{kind:"class",name:e.name,metadata:k},null,s),as=e=t.value,k&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:k})}static styles=K`
		:host {
			color: #dcddde;
			display: flex;
			flex-direction: column;
			font-size: 0.9em;
			font-family: 'gg sans', 'Noto Sans', Whitney, 'Helvetica Neue', Helvetica, Roboto, Arial, sans-serif;

			position: relative;
			word-wrap: break-word;
			-webkit-user-select: text;
			-moz-user-select: text;
			-ms-user-select: text;
			user-select: text;
			-webkit-box-flex: 0;
			-ms-flex: 0 0 auto;
			flex: 0 0 auto;
			min-height: 1.375rem;
			padding-left: 1em;
			padding-right: 48px;
			margin-top: inherit;
			margin-bottom: inherit;
			line-height: 16px;
		}

		.discord-message-inner {
			display: flex;
			position: relative;
			-webkit-box-flex: 0;
			-ms-flex: 0 0 auto;
			flex: 0 0 auto;
		}

		.discord-message-inner-center {
			align-items: center;
		}

		:host([message-body-only]) {
			margin-top: 0px !important;
			padding-top: 0.125rem !important;
			padding-bottom: 0.0625rem !important;
		}

		:host([highlight]),
		:host([ephemeral]) {
			padding-right: 5px;
			position: relative;
		}

		:host([highlight])::before,
		:host([ephemeral])::before {
			content: '';
			position: absolute;
			display: block;
			top: 0;
			left: 0;
			bottom: 0;
			pointer-events: none;
			width: 2px;
		}

		:host([highlight]) {
			background-color: rgba(250, 166, 26, 0.1);
		}

		:host([highlight][light-theme]) {
			background-color: rgba(250, 166, 26, 0.1);
		}

		:host([highlight])::before {
			background-color: #faa61a;
		}

		:host([light-theme][highlight])::before {
			background-color: #af7615;
		}

		:host([ephemeral]) {
			background-color: rgba(88, 101, 242, 0.05);
		}

		:host([ephemeral]:hover) {
			background-color: rgba(88, 101, 242, 0.1);
		}

		:host([ephemeral])::before {
			background-color: #5865f2;
		}

		:host([light-theme]) {
			color: #2e3338;
			border-color: #eceeef;
		}

		.discord-author-avatar {
			margin-right: 16px;
			margin-top: 5px;
			min-width: 40px;
			z-index: 1;
			display: flex;
		}

		.discord-author-avatar img {
			width: 40px;
			height: 40px;
			border-radius: 50%;
			cursor: pointer;
		}

		.discord-message-timestamp {
			color: #72767d;
			font-size: 12px;
			margin-left: 3px;
		}

		.discord-message-body-only-indent {
			width: 56px;
		}

		:host(:hover) .discord-message-timestamp-hover::before {
			content: attr(datetime);
		}

		:host([light-theme]) .discord-message-timestamp {
			color: #747f8d;
		}

		.discord-message-edited {
			color: #72767d;
			font-size: 10px;
		}

		:host([light-theme]) .discord-message-edited {
			color: #99aab5;
		}

		.discord-message-content {
			width: 100%;
			line-height: 160%;
			font-weight: normal;
			padding-top: 2px;
		}

		.discord-message-body {
			font-size: 1rem;
			font-weight: 400;
			word-break: break-word;
			position: relative;
		}

		:host([light-theme]) .discord-message-timestamp,
		:host([compact-mode]) .discord-message:hover .discord-message-timestamp {
			color: #99aab5;
		}

		:host([light-theme][compact-mode]).discord-message-timestamp {
			color: #d1d9de;
		}

		:host([compact-mode]) .discord-message-timestamp {
			display: inline-block;
			width: 3.1rem;
			text-align: right;
			font-size: 0.6875rem;
			line-height: 1.375rem;
			margin-right: 0.375rem;
			margin-left: 0;
			text-indent: 0;
		}

		:host([compact-mode]) .discord-message-body {
			line-height: 1.375rem;
			padding-left: 10px;
			margin-left: -6px;
		}

		:host([compact-mode]) .discord-message-compact-indent {
			padding-left: 10px;
		}

		:host .discord-message-markup {
			font-size: 1rem;
			line-height: 1.375rem;
			word-wrap: break-word;
			user-select: text;
			font-weight: 400;
			display: inline;
		}

		:host(:hover) {
			background-color: hsl(0 calc(1 * 0%) 0.8%/0.03);
		}

		:host([highlight]:hover) {
			background-color: hsl(40 calc(1 * 86.4%) 56.9%/0.08);
		}

		:host([has-thread]):after {
			width: 2rem;
			left: 2.2rem;
			top: 4.8rem;
			border-left: 2px solid #4f545c !important;
			border-bottom: 2px solid #4f545c !important;
			border-bottom-left-radius: 8px !important;
			bottom: 29px;
			content: '';
			position: absolute;
		}

		:host([light-theme][has-Thread]):after {
			border-color: #747f8d !important;
		}

		.discord-message-ephemeral {
			margin-top: 4px;
			font-size: 12px;
			font-weight: 400;
			color: #72767d;
		}

		:host([light-theme]) .discord-message-ephemeral {
			color: #747f8d;
		}

		.discord-message-ephemeral .discord-message-ephemeral-link {
			color: #00aff4;
			font-weight: 500;
			cursor: pointer;
		}

		.discord-message-ephemeral .discord-message-ephemeral-link:hover {
			text-decoration: underline;
		}

		.discord-message-ephemeral .discord-message-ephemeral-icon {
			margin-right: 4px;
			vertical-align: text-bottom;
		}
	`;#e=P(this,r,void 0);get profile(){return this.#e}set profile(k){this.#e=k}#t=(P(this,d),P(this,v,"User"));get author(){return this.#t}set author(k){this.#t=k}#i=(P(this,l),P(this,M,void 0));get avatar(){return this.#i}set avatar(k){this.#i=k}#s=(P(this,b),P(this,m,!1));get bot(){return this.#s}set bot(k){this.#s=k}#a=(P(this,n),P(this,O,!1));get server(){return this.#a}set server(k){this.#a=k}#r=(P(this,E),P(this,w,!1));get officialApp(){return this.#r}set officialApp(k){this.#r=k}#o=(P(this,y),P(this,ae,!1));get verified(){return this.#o}set verified(k){this.#o=k}#h=(P(this,oe),P(this,le,!1));get op(){return this.#h}set op(k){this.#h=k}#l=(P(this,ne),P(this,de,!1));get edited(){return this.#l}set edited(k){this.#l=k}#n=(P(this,me),P(this,ve,void 0));get roleColor(){return this.#n}set roleColor(k){this.#n=k}#c=(P(this,pe),P(this,ge,void 0));get roleIcon(){return this.#c}set roleIcon(k){this.#c=k}#d=(P(this,ze),P(this,be,void 0));get roleName(){return this.#d}set roleName(k){this.#d=k}#m=(P(this,xe),P(this,B,void 0));get clanIcon(){return this.#m}set clanIcon(k){this.#m=k}#f=(P(this,$),P(this,D,void 0));get clanTag(){return this.#f}set clanTag(k){this.#f=k}#v=(P(this,H),P(this,Ue,!1));get highlight(){return this.#v}set highlight(k){this.#v=k}#p=(P(this,Pe),P(this,Ne,!1));get ephemeral(){return this.#p}set ephemeral(k){this.#p=k}#u=(P(this,Le),P(this,qe,new Date));get timestamp(){return this.#u}set timestamp(k){this.#u=k}#g=(P(this,Ze),P(this,Ge,!1));get twentyFour(){return this.#g}set twentyFour(k){this.#g=k}#z=(P(this,Ke),P(this,j,!1));get messageBodyOnly(){return this.#z}set messageBodyOnly(k){this.#z=k}#_=(P(this,x),P(this,De,!1));get lightTheme(){return this.#_}set lightTheme(k){this.#_=k}#b=(P(this,Je),P(this,V,!1));get compactMode(){return this.#b}set compactMode(k){this.#b=k}#x=(P(this,_),P(this,Rt,!1));get noBackground(){return this.#x}set noBackground(k){this.#x=k}#y=(P(this,bt),P(this,Nt,!1));get hasThread(){return this.#y}set hasThread(k){this.#y=k}#M=(P(this,es),P(this,is,()=>{}));get dismissMessageClicked(){return this.#M}set dismissMessageClicked(k){this.#M=k}willUpdate(){this.hasThread=Array.from(this.children).some(k=>k.tagName.toLowerCase()==="discord-thread"),this.highlight=this.highlight||Array.from(this.children).some(k=>k.tagName.toLowerCase()==="discord-mention"&&k.hasAttribute("highlight")&&(k.type==="user"||k.type==="role"))}handleSpaceToDismissMessage(k){k.code==="Space"&&(k.preventDefault(),k.stopPropagation(),this.dismissMessageClicked?.())}render(){let k={author:this.author,bot:this.bot,officialApp:this.officialApp,verified:this.verified,server:this.server,op:this.op,roleColor:this.roleColor,roleIcon:this.roleIcon,clanIcon:this.clanIcon,clanTag:this.clanTag,roleName:this.roleName},f=this.profile!==void 0&&Reflect.get(nt,this.profile)||{},A={...k,...f,avatar:this.resolveAvatar(f.avatar??this.avatar)},xt=ut(this.timestamp,this.compactMode,this.twentyFour)??void 0;return c`
			<slot name="reply"></slot>
			<div
				class=${et({"discord-message-inner":!0,"discord-message-inner-center":this.messageBodyOnly})}
			>
				${I(this.compactMode&&!this.messageBodyOnly,()=>c`<time datetime="${q(xt)}" class="discord-message-timestamp">${xt}</time>`,()=>null)}
				${I(this.messageBodyOnly,()=>c`<time
							datetime="${q(xt)}"
							class=${et({"discord-message-timestamp":!0,"discord-message-timestamp-hover":!0,"discord-message-body-only-indent":!this.compactMode})}
						></time>`,()=>null)}
				${I(this.compactMode||this.messageBodyOnly,()=>null,()=>c`<div class="discord-author-avatar">
							<img src="${q(A.avatar)}" alt="${q(A.author)}" />
						</div>`)}

				<div class="discord-message-content">
					${I(this.compactMode||this.messageBodyOnly,()=>null,()=>c`
							<discord-author-info
								author=${A.author??""}
								?bot=${A.bot??!1}
								?server=${A.server??!1}
								?official-app=${A.officialApp??!1}
								?verified=${A.verified??!1}
								?op=${A.op??!1}
								role-color=${A.roleColor??""}
								role-icon=${A.roleIcon??""}
								role-name=${A.roleName??""}
								clan-icon=${A.clanIcon??""}
								clan-tag=${A.clanTag??""}
							></discord-author-info
							><time datetime="${q(xt)}" class="discord-message-timestamp">${xt}</time>
						`)}
					<div class="discord-message-body">
						${I(this.compactMode,()=>c`<discord-author-info
									author=${A.author??""}
									?bot=${A.bot??!1}
									?server=${A.server??!1}
									?official-app=${A.officialApp??!1}
									?verified=${A.verified??!1}
									?op=${A.op??!1}
									role-color=${A.roleColor??""}
									role-icon=${A.roleIcon??""}
									role-name=${A.roleName??""}
									clan-icon=${A.clanIcon??""}
									clan-tag=${A.clanTag??""}
								></discord-author-info>`,()=>null)}<span class="discord-message-markup"><slot></slot></span>
						${I(this.edited,()=>c`<span class="discord-message-edited">(edited)</span>`,()=>null)}
					</div>
					<div class="discord-message-compact-indent">
						<slot name="attachments"></slot>
						<slot name="embeds"></slot>
						<slot name="components"></slot>
						<slot name="reactions"></slot>
						<slot name="thread"></slot>
						${I(this.ephemeral,()=>c`
								<div class="discord-message-ephemeral">
									${Fi()} Only you can see this •
									<span
										role="button"
										class="discord-message-ephemeral-link"
										@click=${this.dismissMessageClicked}
										@keydown=${this.handleSpaceToDismissMessage}
										>Dismiss message</span
									>
								</div>
							`,()=>null)}
					</div>
				</div>
			</div>
		`}resolveAvatar(k){return k===void 0?ke.default:ke[k]??k??ke.default}constructor(){super(...arguments),P(this,ss)}static{P(e,s)}};return as=e})();var Sa=C`
	<path
		fill="currentColor"
		d="M56 50.6667V13.3333C56 10.4 53.6 8 50.6667 8H13.3333C10.4 8 8 10.4 8 13.3333V50.6667C8 53.6 10.4 56 13.3333 56H50.6667C53.6 56 56 53.6 56 50.6667ZM22.6667 36L29.3333 44.0267L38.6667 32L50.6667 48H13.3333L22.6667 36Z"
	/>
`;function Ot(i={}){return c`<svg ${T(i)} aria-hidden="false" width="64" height="64" viewBox="0 0 64 64">${Sa}</svg>`}var Ia=C`
	<path
		fill="currentColor"
		fill-rule="evenodd"
		clip-rule="evenodd"
		d="M5 3C3.89543 3 3 3.89543 3 5V19C3 20.1046 3.89543 21 5 21H19C20.1046 21 21 20.1046 21 19V5C21 3.89543 20.1046 3 19 3H5ZM16.8995 8.41419L15.4853 6.99998L7 15.4853L8.41421 16.8995L16.8995 8.41419Z"
	/>
`;function Bt(i){return c`<svg ${T(i||{})} class="discord-command-icon" aria-hidden="false" width="24" height="24" viewBox="0 0 24 24">
		${Ia}
	</svg>`}var Oa=C`
	<path
		d="M0.809739 3.59646L5.12565 0.468433C5.17446 0.431163 5.23323 0.408043 5.2951 0.401763C5.35698 0.395482 5.41943 0.406298 5.4752 0.432954C5.53096 0.45961 5.57776 0.50101 5.61013 0.552343C5.64251 0.603676 5.65914 0.662833 5.6581 0.722939V2.3707C10.3624 2.3707 11.2539 5.52482 11.3991 7.21174C11.4028 7.27916 11.3848 7.34603 11.3474 7.40312C11.3101 7.46021 11.2554 7.50471 11.1908 7.53049C11.1262 7.55626 11.0549 7.56204 10.9868 7.54703C10.9187 7.53201 10.857 7.49695 10.8104 7.44666C8.72224 5.08977 5.6581 5.63359 5.6581 5.63359V7.28135C5.65831 7.34051 5.64141 7.39856 5.60931 7.44894C5.5772 7.49932 5.53117 7.54004 5.4764 7.5665C5.42163 7.59296 5.3603 7.60411 5.29932 7.59869C5.23834 7.59328 5.18014 7.57151 5.13128 7.53585L0.809739 4.40892C0.744492 4.3616 0.691538 4.30026 0.655067 4.22975C0.618596 4.15925 0.599609 4.08151 0.599609 4.00269C0.599609 3.92386 0.618596 3.84612 0.655067 3.77562C0.691538 3.70511 0.744492 3.64377 0.809739 3.59646Z"
		fill="currentColor"
	/>
`;function qi(i={}){return c`<svg ${T(i)} class="discord-reply-icon" aria-hidden="false" width="12" height="8" viewBox="0 0 12 8">${Oa}</svg>`}var re=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},G=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Zi=(()=>{let i=[Q("discord-reply")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[],Z,w=[],y=[],U,ae=[],oe=[],he,le=[],ne=[],ce,de=[],me=[],fe,ve=[],pe=[],ue,ge=[],ze=[],_e,be=[],xe=[],ye,B=[],$=[],L,D=[],H=[],W,Ue=[],Pe=[],Re,Ne=[],Le=[],Fe,qe=[],Ze=[],We,Ge=[],Ke=[];var Qe=class extends a{static{e=this}static{let j=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u()],g=[u()],o=[u()],z=[u({type:Boolean})],p=[u({type:Boolean})],Z=[u({type:Boolean,attribute:"official-app"})],U=[u({type:Boolean})],he=[u({type:Boolean})],ce=[u({type:Boolean})],fe=[u({attribute:"role-color"})],ue=[u({type:Boolean})],_e=[u({type:Boolean})],ye=[u({type:Boolean})],L=[u({attribute:"clan-icon"})],W=[u({attribute:"clan-tag"})],Re=[u({type:Boolean,reflect:!0})],Fe=[J({context:ie}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],We=[J({context:Te}),u({type:Boolean,reflect:!0,attribute:"compact-mode"})],re(this,null,h,{kind:"accessor",name:"profile",static:!1,private:!1,access:{has:x=>"profile"in x,get:x=>x.profile,set:(x,S)=>{x.profile=S}},metadata:j},r,d),re(this,null,g,{kind:"accessor",name:"author",static:!1,private:!1,access:{has:x=>"author"in x,get:x=>x.author,set:(x,S)=>{x.author=S}},metadata:j},v,l),re(this,null,o,{kind:"accessor",name:"avatar",static:!1,private:!1,access:{has:x=>"avatar"in x,get:x=>x.avatar,set:(x,S)=>{x.avatar=S}},metadata:j},M,b),re(this,null,z,{kind:"accessor",name:"bot",static:!1,private:!1,access:{has:x=>"bot"in x,get:x=>x.bot,set:(x,S)=>{x.bot=S}},metadata:j},m,n),re(this,null,p,{kind:"accessor",name:"server",static:!1,private:!1,access:{has:x=>"server"in x,get:x=>x.server,set:(x,S)=>{x.server=S}},metadata:j},O,E),re(this,null,Z,{kind:"accessor",name:"officialApp",static:!1,private:!1,access:{has:x=>"officialApp"in x,get:x=>x.officialApp,set:(x,S)=>{x.officialApp=S}},metadata:j},w,y),re(this,null,U,{kind:"accessor",name:"op",static:!1,private:!1,access:{has:x=>"op"in x,get:x=>x.op,set:(x,S)=>{x.op=S}},metadata:j},ae,oe),re(this,null,he,{kind:"accessor",name:"verified",static:!1,private:!1,access:{has:x=>"verified"in x,get:x=>x.verified,set:(x,S)=>{x.verified=S}},metadata:j},le,ne),re(this,null,ce,{kind:"accessor",name:"edited",static:!1,private:!1,access:{has:x=>"edited"in x,get:x=>x.edited,set:(x,S)=>{x.edited=S}},metadata:j},de,me),re(this,null,fe,{kind:"accessor",name:"roleColor",static:!1,private:!1,access:{has:x=>"roleColor"in x,get:x=>x.roleColor,set:(x,S)=>{x.roleColor=S}},metadata:j},ve,pe),re(this,null,ue,{kind:"accessor",name:"command",static:!1,private:!1,access:{has:x=>"command"in x,get:x=>x.command,set:(x,S)=>{x.command=S}},metadata:j},ge,ze),re(this,null,_e,{kind:"accessor",name:"attachment",static:!1,private:!1,access:{has:x=>"attachment"in x,get:x=>x.attachment,set:(x,S)=>{x.attachment=S}},metadata:j},be,xe),re(this,null,ye,{kind:"accessor",name:"mentions",static:!1,private:!1,access:{has:x=>"mentions"in x,get:x=>x.mentions,set:(x,S)=>{x.mentions=S}},metadata:j},B,$),re(this,null,L,{kind:"accessor",name:"clanIcon",static:!1,private:!1,access:{has:x=>"clanIcon"in x,get:x=>x.clanIcon,set:(x,S)=>{x.clanIcon=S}},metadata:j},D,H),re(this,null,W,{kind:"accessor",name:"clanTag",static:!1,private:!1,access:{has:x=>"clanTag"in x,get:x=>x.clanTag,set:(x,S)=>{x.clanTag=S}},metadata:j},Ue,Pe),re(this,null,Re,{kind:"accessor",name:"deleted",static:!1,private:!1,access:{has:x=>"deleted"in x,get:x=>x.deleted,set:(x,S)=>{x.deleted=S}},metadata:j},Ne,Le),re(this,null,Fe,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:x=>"lightTheme"in x,get:x=>x.lightTheme,set:(x,S)=>{x.lightTheme=S}},metadata:j},qe,Ze),re(this,null,We,{kind:"accessor",name:"compactMode",static:!1,private:!1,access:{has:x=>"compactMode"in x,get:x=>x.compactMode,set:(x,S)=>{x.compactMode=S}},metadata:j},Ge,Ke),re(null,t={value:e},i,{kind:"class",name:e.name,metadata:j},null,s),Qe=e=t.value,j&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:j})}static styles=K`
		:host {
			color: #b9bbbe;
			display: flex;
			font-size: 0.875rem;
			font-family: 'gg sans', 'Noto Sans', Whitney, 'Helvetica Neue', Helvetica, Roboto, Arial, sans-serif;

			padding-top: 2px;
			margin-left: 56px;
			margin-bottom: 4px;
			align-items: center;
			line-height: 1.125rem;
			position: relative;
			white-space: pre;
			user-select: none;
		}

		:host([light-theme]) {
			color: #4f5660;
		}

		:host([compact-mode]),
		:host([deleted]) {
			margin-left: 62px;
			margin-bottom: 0;
		}

		:host:before {
			content: '';
			display: block;
			position: absolute;
			top: 50%;
			right: 100%;
			bottom: 0;
			left: -36px;
			margin-right: 4px;
			margin-top: -1px;
			margin-left: -1px;
			margin-bottom: -2px;
			border-left: 2px solid #4f545c !important;
			border-bottom: 0 solid #4f545c !important;
			border-right: 0 solid #4f545c !important;
			border-top: 2px solid #4f545c !important;
			border-top-left-radius: 6px;
		}

		:host([light-theme]):before {
			border-color: #747f8d !important;
		}

		.discord-replied-message-avatar,
		.discord-reply-badge {
			-webkit-box-flex: 0;
			-ms-flex: 0 0 auto;
			flex: 0 0 auto;
			width: 16px;
			height: 16px;
			border-radius: 50%;
			user-select: none;
			margin-right: 0.25rem;
		}

		.discord-reply-badge {
			display: flex;
			align-items: center;
			justify-content: center;
			color: #b9bbbe;
			background: #202225;
		}

		:host([light-theme]) .discord-reply-badge {
			color: #4f5660;
			background: #e3e5e8;
		}

		:host .discord-clan-tag {
			background-color: oklab(0.431937 0.00109309 -0.0132537 / 0.8);
			color: #fff;
			font-size: 12px;
			font-weight: 500;
			margin-right: 0.25rem;
			border-radius: 4px;
			line-height: 100%;
			text-transform: uppercase;
			justify-content: space-between;
			display: inline-flex;
			align-items: center;
			padding: 0 0.275rem;
			margin-top: 0.075em;
			height: 1.2rem;
			opacity: 0.55;
			transition: background-color 100ms ease-in-out;
			cursor: pointer;
		}

		:host .discord-clan-tag:hover {
			background-color: oklab(0.431937 0.00109309 -0.0132537 / 0.5);
		}

		:host([light-theme]) .discord-clan-tag {
			opacity: 0.65;
			background-color: hsl(0 calc(1 * 0%) 0.8%/0.09);
			color: #000;
		}

		:host([light-theme]) .discord-clan-tag:hover {
			background-color: hsl(0 calc(1 * 0%) 0.8%/0.03);
		}

		:host .discord-clan-tag svg,
		:host .discord-clan-tag img {
			display: inline-flex;
			align-items: center;
			margin-right: 0.25rem;
			right: 0.25rem;
		}

		:host .discord-clan-tag span {
			display: inline-flex;
			align-items: center;
			user-select: none;
			-webkit-user-select: none;
			line-height: 1rem !important;
		}

		.discord-application-tag {
			background-color: hsl(235, 85.6%, 64.7%);
			color: #fff;
			font-size: 0.625rem;
			margin-right: 0.25rem;
			line-height: 100%;
			text-transform: uppercase;

			/* Use flex layout to ensure both verified icon and "BOT" text are aligned to center */
			display: flex;
			align-items: center;

			/* Styling taken through Inspect Element on Discord client for Windows */
			height: 0.9375rem;
			padding: 0 0.275rem;
			margin-top: 0.075em;
			border-radius: 0.1875rem;
		}

		:host([compact-mode]) .discord-application-tag {
			margin-right: 0.25rem;
		}

		.discord-application-tag .discord-application-tag-verified {
			width: 0.9375rem;
			height: 0.9375rem;
			margin-left: -0.1rem;
		}

		.discord-application-tag.discord-application-tag-op {
			background-color: #c9cdfb;
			color: #4752c4;
			border-radius: 0.4rem;
		}

		.discord-replied-message-username {
			flex-shrink: 0;
			font-size: inherit;
			line-height: inherit;
			margin-right: 0.25rem;
			opacity: 0.64;
			font-weight: 500;
			color: #fff;
		}

		.discord-replied-message-username:hover {
			text-decoration: underline;
			cursor: pointer;
		}

		.discord-replied-message-content {
			color: inherit;
			font-size: inherit;
			line-height: inherit;
			white-space: pre;
			text-overflow: ellipsis;
			user-select: none;
			cursor: pointer;
		}

		.discord-replied-deleted-message-content {
			color: inherit;
			font-size: inherit;
			line-height: inherit;
			white-space: pre;
			text-overflow: ellipsis;
		}

		.discord-message-edited {
			color: #72767d;
			font-size: 10px;
		}

		:host([light-theme]) .discord-message-edited {
			color: #99aab5;
		}

		.discord-replied-message-content:hover {
			color: #fff;
		}

		:host([light-theme]) .discord-replied-message-content:hover {
			color: #000;
		}

		:host .discord-replied-message-content .discord-message-edited {
			margin-left: 0.25rem;
		}

		.discord-replied-message-content-icon {
			-webkit-box-flex: 0;
			-ms-flex: 0 0 auto;
			flex: 0 0 auto;
			width: 20px;
			height: 20px;
			margin-left: 4px;
		}
	`;#e=G(this,r,void 0);get profile(){return this.#e}set profile(j){this.#e=j}#t=(G(this,d),G(this,v,"User"));get author(){return this.#t}set author(j){this.#t=j}#i=(G(this,l),G(this,M,void 0));get avatar(){return this.#i}set avatar(j){this.#i=j}#s=(G(this,b),G(this,m,!1));get bot(){return this.#s}set bot(j){this.#s=j}#a=(G(this,n),G(this,O,!1));get server(){return this.#a}set server(j){this.#a=j}#r=(G(this,E),G(this,w,!1));get officialApp(){return this.#r}set officialApp(j){this.#r=j}#o=(G(this,y),G(this,ae,!1));get op(){return this.#o}set op(j){this.#o=j}#h=(G(this,oe),G(this,le,!1));get verified(){return this.#h}set verified(j){this.#h=j}#l=(G(this,ne),G(this,de,!1));get edited(){return this.#l}set edited(j){this.#l=j}#n=(G(this,me),G(this,ve,void 0));get roleColor(){return this.#n}set roleColor(j){this.#n=j}#c=(G(this,pe),G(this,ge,!1));get command(){return this.#c}set command(j){this.#c=j}#d=(G(this,ze),G(this,be,!1));get attachment(){return this.#d}set attachment(j){this.#d=j}#m=(G(this,xe),G(this,B,!1));get mentions(){return this.#m}set mentions(j){this.#m=j}#f=(G(this,$),G(this,D,void 0));get clanIcon(){return this.#f}set clanIcon(j){this.#f=j}#v=(G(this,H),G(this,Ue,void 0));get clanTag(){return this.#v}set clanTag(j){this.#v=j}#p=(G(this,Pe),G(this,Ne,!1));get deleted(){return this.#p}set deleted(j){this.#p=j}#u=(G(this,Le),G(this,qe,!1));get lightTheme(){return this.#u}set lightTheme(j){this.#u=j}#g=(G(this,Ze),G(this,Ge,!1));get compactMode(){return this.#g}set compactMode(j){this.#g=j}resolveAvatar(j){return ke[j]??j??ke.default}render(){let j={author:this.author,bot:this.bot,verified:this.verified,officialApp:this.officialApp,op:this.op,server:this.server,roleColor:this.roleColor,clanIcon:this.clanIcon,clanTag:this.clanTag},x=Reflect.get(nt,this.profile)??{},S={...j,...x,avatar:this.resolveAvatar(x.avatar??this.avatar)},De=wi(S.clanIcon),Je=S.clanTag?.slice(0,4),tt=c`
			${I(S.bot&&!S.server&&!S.officialApp,()=>c`<span class="discord-application-tag">${S.verified?Ee():""}App</span>`)}
			${I(S.server&&!S.bot&&!S.officialApp,()=>c`<span class="discord-application-tag">Server</span>`)}
			${I(S.officialApp&&!S.server&&!S.bot,()=>c`<span class="discord-application-tag">${Ee()}OFFICIAL</span>`)}
		`;return c`${I(this.compactMode||this.deleted,()=>c`<div class="discord-reply-badge">${qi()}</div>`,()=>c`<img class="discord-replied-message-avatar" src="${q(S.avatar)}" alt="${q(S.author)}" />`)}
		${I(this.deleted,()=>c`<div class="discord-replied-deleted-message-content"><em>Original message was deleted</em></div>`,()=>c`${tt}
					<span class="discord-replied-message-username" style=${Ae({color:S.roleColor})}
						>${I(this.mentions,()=>"@")}${S.author}</span
					>
					${I(S.clanIcon&&S.clanTag&&S.clanTag?.length>0,()=>c`<span class="discord-clan-tag">
								${De==="string"?c`<img
											srcset=${q(De)}
											alt=${q(Je)}
											width="12"
											height="12"
											draggable="false"
										/>`:De}
								<span>${Je}</span>
							</span>`)}
					<!-- display: inline -->
					<div class="discord-replied-message-content"
						><slot></slot>${I(this.edited,()=>c`<span class="discord-message-edited">(edited)</span>`)}</div
					>
					${I(this.command,()=>Bt({class:"discord-replied-message-content-icon"}),()=>I(this.attachment,()=>Ot({class:"discord-replied-message-content-icon"})))}`)}`}constructor(){super(...arguments),G(this,Ke)}static{G(e,s)}};return Qe=e})();var Ba=C`
	<path d="M4.61241 0L6 0.845294L1.38759 10L0 9.15471L4.61241 0Z" fill="currentColor" />
`;function Wi(i={}){return c`<svg ${T(i)} class="discord-command-icon" aria-hidden="false" width="6" height="10" viewBox="0 0 6 10" fill="none">
		${Ba}
	</svg>`}var Ua=C`
	<path fill="currentColor" d="M2.06 7.61c-.25.95.31 1.92 1.26 2.18l4.3 1.15c.94.25 1.91-.31 2.17-1.26l1.15-4.3c.25-.94-.31-1.91-1.26-2.17l-4.3-1.15c-.94-.25-1.91.31-2.17 1.26l-1.15 4.3ZM12.98 7.87a2 2 0 0 0 1.75 2.95H20a2 2 0 0 0 1.76-2.95l-2.63-4.83a2 2 0 0 0-3.51 0l-2.63 4.83ZM5.86 13.27a.89.89 0 0 1 1.28 0l.75.77a.9.9 0 0 0 .54.26l1.06.12c.5.06.85.52.8 1.02l-.13 1.08c-.02.2.03.42.14.6l.56.92c.27.43.14 1-.28 1.26l-.9.58a.92.92 0 0 0-.37.48l-.36 1.02a.9.9 0 0 1-1.15.57l-1-.36a.89.89 0 0 0-.6 0l-1 .36a.9.9 0 0 1-1.15-.57l-.36-1.02a.92.92 0 0 0-.37-.48l-.9-.58a.93.93 0 0 1-.28-1.26l.56-.93c.11-.17.16-.38.14-.59l-.12-1.08c-.06-.5.3-.96.8-1.02l1.05-.12a.9.9 0 0 0 .54-.26l.75-.77ZM18.52 13.71a1.1 1.1 0 0 0-2.04 0l-.46 1.24c-.19.5-.57.88-1.07 1.07l-1.24.46a1.1 1.1 0 0 0 0 2.04l1.24.46c.5.19.88.57 1.07 1.07l.46 1.24c.35.95 1.7.95 2.04 0l.46-1.24c.19-.5.57-.88 1.07-1.07l1.24-.46a1.1 1.1 0 0 0 0-2.04l-1.24-.46a1.8 1.8 0 0 1-1.07-1.07l-.46-1.24Z">
	</path>
`;function Gi(i={}){return c`<svg ${T(i)} class="discord-command-icon-name" aria-hidden="false" width="10" height="10" viewBox="0 0 24 24" fill="none">
		${Ua}
	</svg>`}var Pa=C`
	<path fill="currentColor" d="M5.3 9.3a1 1 0 0 1 1.4 0l5.3 5.29 5.3-5.3a1 1 0 1 1 1.4 1.42l-6 6a1 1 0 0 1-1.4 0l-6-6a1 1 0 0 1 0-1.42Z"></path>
`;function Hi(i={}){return c`<svg ${T(i)} aria-hidden="false" width="18" height="18" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">
		${Pa}
	</svg>`}var Ra=C`
	<path fill="color-mix( in oklab, hsl(215 calc(1 * 8.8%) 73.3% / 1) 100%, black 0%" d="M12 22a10 10 0 1 0-8.45-4.64c.13.19.11.44-.04.61l-2.06 2.37A1 1 0 0 0 2.2 22H12Z" class="">
    </path>
`;function Ki(i={}){return c`<svg ${T(i)} aria-hidden="false" width="16" height="16" viewBox="0 0 24 24" fill="none">${Ra}</svg>`}var se=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},N=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Na=(()=>{let i=[Q("discord-command")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[],Z,w=[],y=[],U,ae=[],oe=[],he,le=[],ne=[],ce,de=[],me=[],fe,ve=[],pe=[],ue,ge=[],ze=[],_e,be=[],xe=[],ye,B=[],$=[],L,D=[],H=[],W,Ue=[],Pe=[],Re,Ne=[],Le=[],Fe,qe=[],Ze=[],We,Ge=[],Ke=[],Qe,j=[],x=[],S,De=[],Je=[];var tt=class extends a{static{e=this}static{let V=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u({attribute:"profile"})],g=[u({attribute:"author"})],o=[u({attribute:"avatar"})],z=[u({attribute:"role-color"})],p=[u({attribute:"command"})],Z=[u({attribute:"type"})],U=[u({attribute:"context-user-profile"})],he=[u({attribute:"context-user-name"})],ce=[u({attribute:"context-user-image"})],fe=[u({attribute:"context-user-role-color"})],ue=[u({type:Boolean,attribute:"context-user-bot"})],_e=[u({type:Boolean,attribute:"context-user-bot-verified"})],ye=[u({type:Boolean,attribute:"context-command-reply"})],L=[u({type:Boolean,attribute:"context-attachment-reply"})],W=[u({type:String,attribute:"context-message-reply"})],Re=[u({type:Boolean,attribute:"context-message-deleted"})],Fe=[u({type:Boolean,attribute:"context-user-application-official"})],We=[u({type:Boolean,attribute:"context-user-server"})],Qe=[J({context:Te}),u({type:Boolean,reflect:!0,attribute:"compact-mode"})],S=[J({context:ie}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],se(this,null,h,{kind:"accessor",name:"profile",static:!1,private:!1,access:{has:_=>"profile"in _,get:_=>_.profile,set:(_,R)=>{_.profile=R}},metadata:V},r,d),se(this,null,g,{kind:"accessor",name:"author",static:!1,private:!1,access:{has:_=>"author"in _,get:_=>_.author,set:(_,R)=>{_.author=R}},metadata:V},v,l),se(this,null,o,{kind:"accessor",name:"avatar",static:!1,private:!1,access:{has:_=>"avatar"in _,get:_=>_.avatar,set:(_,R)=>{_.avatar=R}},metadata:V},M,b),se(this,null,z,{kind:"accessor",name:"roleColor",static:!1,private:!1,access:{has:_=>"roleColor"in _,get:_=>_.roleColor,set:(_,R)=>{_.roleColor=R}},metadata:V},m,n),se(this,null,p,{kind:"accessor",name:"command",static:!1,private:!1,access:{has:_=>"command"in _,get:_=>_.command,set:(_,R)=>{_.command=R}},metadata:V},O,E),se(this,null,Z,{kind:"accessor",name:"type",static:!1,private:!1,access:{has:_=>"type"in _,get:_=>_.type,set:(_,R)=>{_.type=R}},metadata:V},w,y),se(this,null,U,{kind:"accessor",name:"contextUserProfile",static:!1,private:!1,access:{has:_=>"contextUserProfile"in _,get:_=>_.contextUserProfile,set:(_,R)=>{_.contextUserProfile=R}},metadata:V},ae,oe),se(this,null,he,{kind:"accessor",name:"contextUserName",static:!1,private:!1,access:{has:_=>"contextUserName"in _,get:_=>_.contextUserName,set:(_,R)=>{_.contextUserName=R}},metadata:V},le,ne),se(this,null,ce,{kind:"accessor",name:"contextUserAvatar",static:!1,private:!1,access:{has:_=>"contextUserAvatar"in _,get:_=>_.contextUserAvatar,set:(_,R)=>{_.contextUserAvatar=R}},metadata:V},de,me),se(this,null,fe,{kind:"accessor",name:"contextUserRoleColor",static:!1,private:!1,access:{has:_=>"contextUserRoleColor"in _,get:_=>_.contextUserRoleColor,set:(_,R)=>{_.contextUserRoleColor=R}},metadata:V},ve,pe),se(this,null,ue,{kind:"accessor",name:"contextUserBot",static:!1,private:!1,access:{has:_=>"contextUserBot"in _,get:_=>_.contextUserBot,set:(_,R)=>{_.contextUserBot=R}},metadata:V},ge,ze),se(this,null,_e,{kind:"accessor",name:"contextUserBotVerified",static:!1,private:!1,access:{has:_=>"contextUserBotVerified"in _,get:_=>_.contextUserBotVerified,set:(_,R)=>{_.contextUserBotVerified=R}},metadata:V},be,xe),se(this,null,ye,{kind:"accessor",name:"contextCommandReply",static:!1,private:!1,access:{has:_=>"contextCommandReply"in _,get:_=>_.contextCommandReply,set:(_,R)=>{_.contextCommandReply=R}},metadata:V},B,$),se(this,null,L,{kind:"accessor",name:"contextAttachmentReply",static:!1,private:!1,access:{has:_=>"contextAttachmentReply"in _,get:_=>_.contextAttachmentReply,set:(_,R)=>{_.contextAttachmentReply=R}},metadata:V},D,H),se(this,null,W,{kind:"accessor",name:"contextMessageReply",static:!1,private:!1,access:{has:_=>"contextMessageReply"in _,get:_=>_.contextMessageReply,set:(_,R)=>{_.contextMessageReply=R}},metadata:V},Ue,Pe),se(this,null,Re,{kind:"accessor",name:"contextMessageDeleted",static:!1,private:!1,access:{has:_=>"contextMessageDeleted"in _,get:_=>_.contextMessageDeleted,set:(_,R)=>{_.contextMessageDeleted=R}},metadata:V},Ne,Le),se(this,null,Fe,{kind:"accessor",name:"contextUserOfficialApplication",static:!1,private:!1,access:{has:_=>"contextUserOfficialApplication"in _,get:_=>_.contextUserOfficialApplication,set:(_,R)=>{_.contextUserOfficialApplication=R}},metadata:V},qe,Ze),se(this,null,We,{kind:"accessor",name:"contextUserServer",static:!1,private:!1,access:{has:_=>"contextUserServer"in _,get:_=>_.contextUserServer,set:(_,R)=>{_.contextUserServer=R}},metadata:V},Ge,Ke),se(this,null,Qe,{kind:"accessor",name:"compactMode",static:!1,private:!1,access:{has:_=>"compactMode"in _,get:_=>_.compactMode,set:(_,R)=>{_.compactMode=R}},metadata:V},j,x),se(this,null,S,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:_=>"lightTheme"in _,get:_=>_.lightTheme,set:(_,R)=>{_.lightTheme=R}},metadata:V},De,Je),se(null,t={value:e},i,{kind:"class",name:e.name,metadata:V},null,s),tt=e=t.value,V&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:V})}static styles=[Zi.styles,K`
			:host .discord-slash-command-name {
				color: color-mix(in oklab, hsl(200 calc(1 * 100%) 49.4% / 1) 100%, black 0%) !important;
				font-weight: 500;
				background-color: #3c4270;
				border-radius: 3px;
				display: flex;
				padding: 0 5px;
				align-items: center;
				gap: 2px;
				cursor: default;
			}

			:host .discord-slash-command-name:hover {
				color: #fffffd !important;
				background-color: #5865f2;
			}

			.discord-context-command-name {
				color: color-mix(in oklab, hsl(200 calc(1 * 100%) 49.4% / 1) 100%, black 0%) !important;
				opacity: 0.64;
				cursor: default;
				font-weight: 500;
			}

			.discord-arrow-right-icon {
				transform: rotate(267deg);
				width: 12px;
				height: 12px;
				fill: none;
				margin-right: 2px;
				margin-left: 2px;
				margin-top: 3px;
			}

			.discord-context-user {
				display: flex;
				align-items: center;
				margin-top: 3px;
			}

			.discord-message-margintop {
				margin-top: 3px;
			}

			:host .discord-message-deleted {
				color: rgb(185, 187, 190) !important;
				cursor: default;
			}

			:host .discord-replied-message-username {
				margin-right: 0;
			}

			:host([light-theme]) .discord-replied-message-username {
				color: rgb(46, 51, 56);
			}

			:host([compact-mode]) .discord-context-user {
				display: flex;
				align-items: center;
				margin: 0 !important;
			}

			:host([compact-mode]) .discord-message-margintop {
				margin-top: 0 !important;
			}
		`];#e=N(this,r,void 0);get profile(){return this.#e}set profile(V){this.#e=V}#t=(N(this,d),N(this,v,"User"));get author(){return this.#t}set author(V){this.#t=V}#i=(N(this,l),N(this,M,void 0));get avatar(){return this.#i}set avatar(V){this.#i=V}#s=(N(this,b),N(this,m,void 0));get roleColor(){return this.#s}set roleColor(V){this.#s=V}#a=(N(this,n),N(this,O,void 0));get command(){return this.#a}set command(V){this.#a=V}#r=(N(this,E),N(this,w,"slash_command"));get type(){return this.#r}set type(V){this.#r=V}#o=(N(this,y),N(this,ae,void 0));get contextUserProfile(){return this.#o}set contextUserProfile(V){this.#o=V}#h=(N(this,oe),N(this,le,"User"));get contextUserName(){return this.#h}set contextUserName(V){this.#h=V}#l=(N(this,ne),N(this,de,void 0));get contextUserAvatar(){return this.#l}set contextUserAvatar(V){this.#l=V}#n=(N(this,me),N(this,ve,void 0));get contextUserRoleColor(){return this.#n}set contextUserRoleColor(V){this.#n=V}#c=(N(this,pe),N(this,ge,!1));get contextUserBot(){return this.#c}set contextUserBot(V){this.#c=V}#d=(N(this,ze),N(this,be,!1));get contextUserBotVerified(){return this.#d}set contextUserBotVerified(V){this.#d=V}#m=(N(this,xe),N(this,B,!1));get contextCommandReply(){return this.#m}set contextCommandReply(V){this.#m=V}#f=(N(this,$),N(this,D,!1));get contextAttachmentReply(){return this.#f}set contextAttachmentReply(V){this.#f=V}#v=(N(this,H),N(this,Ue,void 0));get contextMessageReply(){return this.#v}set contextMessageReply(V){this.#v=V}#p=(N(this,Pe),N(this,Ne,!1));get contextMessageDeleted(){return this.#p}set contextMessageDeleted(V){this.#p=V}#u=(N(this,Le),N(this,qe,!1));get contextUserOfficialApplication(){return this.#u}set contextUserOfficialApplication(V){this.#u=V}#g=(N(this,Ze),N(this,Ge,!1));get contextUserServer(){return this.#g}set contextUserServer(V){this.#g=V}#z=(N(this,Ke),N(this,j,!1));get compactMode(){return this.#z}set compactMode(V){this.#z=V}#_=(N(this,x),N(this,De,!1));get lightTheme(){return this.#_}set lightTheme(V){this.#_=V}validCommandTypes=(N(this,Je),new Set(["user_command","message_command","slash_command"]));checkType(){if(this.type){if(typeof this.type!="string")throw new TypeError("DiscordCommand `type` prop must be a string.");if(!this.validCommandTypes.has(this.type))throw new RangeError("DiscordCommand `type` prop must be one of: 'uer_command', 'message_command' or 'slash_command'")}}resolveAvatar(V){return ke[V]??V??ke.default}render(){this.checkType();let V={author:this.author,bot:!1,verified:!1,server:!1,roleColor:this.roleColor},_=Reflect.get(nt,this.profile)??{},R={...V,..._,avatar:this.resolveAvatar(_.avatar??this.avatar)},Rt={author:this.contextUserName,bot:this.contextUserBot,verified:this.contextUserBotVerified,server:!1,roleColor:this.contextUserRoleColor},bt=Reflect.get(nt,this.contextUserProfile)??{},we={...Rt,...bt,avatar:this.resolveAvatar(bt.avatar??this.contextUserAvatar)},Nt=this.contextMessageDeleted?c`<em class="discord-message-deleted">Original message was deleted</em>`:this.contextMessageReply;return c`
			${I(this.compactMode,()=>c`<div class="discord-reply-badge">${Wi()}</div>`,()=>c`<img class="discord-replied-message-avatar" src="${q(R.avatar)}" alt="${q(R.author)}" />`)}
			<span class="discord-replied-message-username" style=${Ae({color:R.roleColor??""})}>${R.author}</span>
			<span> used </span>
			${I(this.type==="slash_command",()=>c`<div class="discord-replied-message-content discord-slash-command-name">
						${Gi()}<span>${this.command}</span>
					</div>`)}
			${I(this.type==="user_command",()=>c`<div class="discord-replied-message-content discord-context-command-name"><span>${this.command}</span></div>
						${Hi({class:"discord-arrow-right-icon"})}
						<div class="discord-context-user">
							${I(!this.compactMode,()=>c`<img
										class="discord-replied-message-avatar"
										src="${q(we.avatar)}"
										alt="${q(we.author)}"
									/>`)}
							<span class="discord-replied-message-username" style=${Ae({color:we.roleColor??""})}
								>${we.author}</span
							>
						</div>`)}
			${I(this.type==="message_command",()=>c`<div class="discord-replied-message-content discord-context-command-name"><span>${this.command}</span></div>
						${Hi({class:"discord-arrow-right-icon"})}
						${I(!this.contextMessageDeleted,()=>c`<div class="discord-context-user">
									${I(!this.compactMode,()=>I(!this.contextUserOfficialApplication,()=>c`<img
													class="discord-replied-message-avatar"
													src="${q(we.avatar)}"
													alt="${q(we.author)}"
												/>`,()=>c`<img
													class="discord-replied-message-avatar"
													src="${q(ke.blue)}"
													alt="OFFICIALAPPLICATION"
												/>`))}
									${I(we.bot,()=>c`<span class="discord-application-tag">${we.verified?Ee():""}App</span>`,()=>I(this.contextUserServer,()=>c`<span class="discord-application-tag">SERVER</span>`,()=>I(this.contextUserOfficialApplication,()=>c`<span class="discord-application-tag">${Ee()}OFFICIAL</span>`)))}
									<span class="discord-replied-message-username" style=${Ae({color:we.roleColor??""})}
										>${we.author}</span
									><span></span>
								</div>`,()=>I(this.contextMessageDeleted,()=>Ki({class:"discord-message-margintop",style:"margin-right: 3px;"})))}
						<div class="discord-replied-message-content discord-message-margintop">${Nt}</div>
						${I(this.contextCommandReply&&!this.contextMessageDeleted,()=>Bt({class:"discord-replied-message-content-icon discord-message-margintop"}),()=>I(this.contextAttachmentReply,()=>Ot({class:"discord-replied-message-content-icon discord-message-margintop"})))} `)}
		`}static{N(e,s)}};return tt=e})();var zt=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},Ve=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},d8=(()=>{let i=[Q("discord-custom-emoji")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[];var Z=class extends a{static{e=this}static{let w=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u()],g=[u()],o=[u({attribute:!1})],z=[u({type:Boolean,attribute:"embed-emoji"})],p=[u({type:Boolean,attribute:"jumbo"})],zt(this,null,h,{kind:"accessor",name:"name",static:!1,private:!1,access:{has:y=>"name"in y,get:y=>y.name,set:(y,U)=>{y.name=U}},metadata:w},r,d),zt(this,null,g,{kind:"accessor",name:"url",static:!1,private:!1,access:{has:y=>"url"in y,get:y=>y.url,set:(y,U)=>{y.url=U}},metadata:w},v,l),zt(this,null,o,{kind:"accessor",name:"customEmojisMap",static:!1,private:!1,access:{has:y=>"customEmojisMap"in y,get:y=>y.customEmojisMap,set:(y,U)=>{y.customEmojisMap=U}},metadata:w},M,b),zt(this,null,z,{kind:"accessor",name:"embedEmoji",static:!1,private:!1,access:{has:y=>"embedEmoji"in y,get:y=>y.embedEmoji,set:(y,U)=>{y.embedEmoji=U}},metadata:w},m,n),zt(this,null,p,{kind:"accessor",name:"jumbo",static:!1,private:!1,access:{has:y=>"jumbo"in y,get:y=>y.jumbo,set:(y,U)=>{y.jumbo=U}},metadata:w},O,E),zt(null,t={value:e},i,{kind:"class",name:e.name,metadata:w},null,s),Z=e=t.value,w&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:w})}static styles=K`
		.discord-custom-emoji {
			display: inline-block;
			cursor: pointer;
		}

		.discord-custom-emoji .discord-custom-emoji-image {
			object-fit: contain;
			width: 1.375rem;
			height: 1.375rem;
			vertical-align: bottom;
		}

		.discord-custom-emoji .discord-custom-jumbo-emoji-image {
			width: 3rem;
			height: 3rem;
			min-height: 3rem;
		}

		.discord-embed-custom-emoji {
			display: inline-block;
		}

		.discord-embed-custom-emoji .discord-embed-custom-emoji-image {
			width: 18px;
			height: 18px;
			vertical-align: bottom;
		}
	`;#e=Ve(this,r,void 0);get name(){return this.#e}set name(w){this.#e=w}#t=(Ve(this,d),Ve(this,v,void 0));get url(){return this.#t}set url(w){this.#t=w}#i=(Ve(this,l),Ve(this,M,{}));get customEmojisMap(){return this.#i}set customEmojisMap(w){this.#i=w}#s=(Ve(this,b),Ve(this,m,void 0));get embedEmoji(){return this.#s}set embedEmoji(w){this.#s=w}#a=(Ve(this,n),Ve(this,O,void 0));get jumbo(){return this.#a}set jumbo(w){this.#a=w}willUpdate(){if(!this.url&&this.name){let w=gt(this.name)??this.customEmojisMap[this.name];w&&(this.url??=w.url??"",this.embedEmoji??=w.embedEmoji??!1)}}render(){let w=`:${this.name}:`;return c`<span
			class=${et({"discord-embed-custom-emoji":this.embedEmoji,"discord-custom-emoji":!this.embedEmoji})}
			><img
				aria-label=${w}
				src=${q(this.url)}
				alt=${w}
				draggable="false"
				class=${et({"discord-embed-custom-emoji-image":this.embedEmoji,"discord-custom-emoji-image":!this.embedEmoji,"discord-custom-jumbo-emoji-image":this.jumbo})}
		/></span> `}constructor(){super(...arguments),Ve(this,E)}static{Ve(e,s)}};return Z=e})();var He=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},ee=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},La=(()=>{let i=[Q("discord-embed")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[],Z,w=[],y=[],U,ae=[],oe=[],he,le=[],ne=[],ce,de=[],me=[],fe,ve=[],pe=[],ue,ge=[],ze=[],_e,be=[],xe=[];var ye=class extends a{static{e=this}static{let B=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u()],g=[u({attribute:"author-name"})],o=[u({attribute:"author-image"})],z=[u({attribute:"author-url"})],p=[u({attribute:"embed-title"})],Z=[u({attribute:!1})],U=[u()],he=[u()],ce=[u()],fe=[u()],ue=[u()],_e=[J({context:ie,subscribe:!0}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],He(this,null,h,{kind:"accessor",name:"color",static:!1,private:!1,access:{has:$=>"color"in $,get:$=>$.color,set:($,L)=>{$.color=L}},metadata:B},r,d),He(this,null,g,{kind:"accessor",name:"authorName",static:!1,private:!1,access:{has:$=>"authorName"in $,get:$=>$.authorName,set:($,L)=>{$.authorName=L}},metadata:B},v,l),He(this,null,o,{kind:"accessor",name:"authorImage",static:!1,private:!1,access:{has:$=>"authorImage"in $,get:$=>$.authorImage,set:($,L)=>{$.authorImage=L}},metadata:B},M,b),He(this,null,z,{kind:"accessor",name:"authorUrl",static:!1,private:!1,access:{has:$=>"authorUrl"in $,get:$=>$.authorUrl,set:($,L)=>{$.authorUrl=L}},metadata:B},m,n),He(this,null,p,{kind:"accessor",name:"embedTitle",static:!1,private:!1,access:{has:$=>"embedTitle"in $,get:$=>$.embedTitle,set:($,L)=>{$.embedTitle=L}},metadata:B},O,E),He(this,null,Z,{kind:"accessor",name:"embedEmojisMap",static:!1,private:!1,access:{has:$=>"embedEmojisMap"in $,get:$=>$.embedEmojisMap,set:($,L)=>{$.embedEmojisMap=L}},metadata:B},w,y),He(this,null,U,{kind:"accessor",name:"url",static:!1,private:!1,access:{has:$=>"url"in $,get:$=>$.url,set:($,L)=>{$.url=L}},metadata:B},ae,oe),He(this,null,he,{kind:"accessor",name:"thumbnail",static:!1,private:!1,access:{has:$=>"thumbnail"in $,get:$=>$.thumbnail,set:($,L)=>{$.thumbnail=L}},metadata:B},le,ne),He(this,null,ce,{kind:"accessor",name:"image",static:!1,private:!1,access:{has:$=>"image"in $,get:$=>$.image,set:($,L)=>{$.image=L}},metadata:B},de,me),He(this,null,fe,{kind:"accessor",name:"video",static:!1,private:!1,access:{has:$=>"video"in $,get:$=>$.video,set:($,L)=>{$.video=L}},metadata:B},ve,pe),He(this,null,ue,{kind:"accessor",name:"provider",static:!1,private:!1,access:{has:$=>"provider"in $,get:$=>$.provider,set:($,L)=>{$.provider=L}},metadata:B},ge,ze),He(this,null,_e,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:$=>"lightTheme"in $,get:$=>$.lightTheme,set:($,L)=>{$.lightTheme=L}},metadata:B},be,xe),He(null,t={value:e},i,{kind:"class",name:e.name,metadata:B},null,s),ye=e=t.value,B&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:B})}static styles=K`
		:host {
			color: #dcddde;
			display: flex;
			font-size: 13px;
			line-height: 150%;
			margin-bottom: 8px;
			margin-top: 8px;
		}

		:host([light-theme]) {
			color: #2e3338;
		}

		:host .discord-left-border {
			background-color: #202225;
			border-radius: 4px 0 0 4px;
			flex-shrink: 0;
			width: 4px;
		}

		:host([light-theme]) .discord-left-border {
			background-color: #e3e5e8;
		}

		:host .discord-embed-root {
			display: grid;
			grid-auto-flow: row;
			grid-row-gap: 0.25rem;
			min-height: 0;
			min-width: 0;
			text-indent: 0;
		}

		:host .discord-embed-wrapper {
			background-color: #2f3136;
			max-width: 520px;
			border: 1px solid rgba(46, 48, 54, 0.6);
			border-radius: 0 4px 4px 0;
			justify-self: start;
			align-self: start;
			display: grid;
			box-sizing: border-box;
		}

		:host([light-theme]) .discord-embed-wrapper {
			background-color: rgb(242, 243, 245);
			border-color: rgba(205, 205, 205, 0.3);
		}

		:host .discord-embed-wrapper .discord-embed-grid {
			display: inline-grid;
			grid-template-columns: auto -webkit-min-content;
			grid-template-columns: auto min-content;
			grid-template-columns: auto;
			grid-template-rows: auto;
			padding: 0.5rem 1rem 1rem 0.75rem;
		}

		:host .discord-embed-thumbnail {
			border-radius: 4px;
			flex-shrink: 0;
			grid-column: 2/2;
			grid-row: 1/8;
			justify-self: end;
			margin-left: 16px;
			margin-top: 8px;
			max-height: 80px;
			max-width: 80px;
			object-fit: contain;
			object-position: top center;
		}

		:host .discord-embed-author {
			-webkit-box-align: center;
			align-items: center;
			color: #fff;
			font-size: 14px;
			display: flex;
			font-weight: 600;
			grid-column: 1 / 1;
			margin-top: 8px;
			min-width: 0;
		}

		:host([light-theme]) .discord-embed-author {
			color: #060607;
		}

		:host .discord-embed-author a {
			color: #fff;
			font-weight: 600;
			text-decoration: none;
		}

		:host .discord-embed-author a:hover {
			text-decoration: underline;
		}

		:host([light-theme]) .discord-embed-author a {
			color: #060607;
		}

		:host .discord-embed-author .discord-author-image {
			border-radius: 50%;
			height: 24px;
			margin-right: 8px;
			width: 24px;
		}

		:host .discord-embed-author-block,
		:host .discord-embed-author-block > span {
			max-width: 95%;
		}

		:host .discord-embed-provider {
			font-size: 0.75rem;
			line-height: 1rem;
			font-weight: 400;
			grid-column: 1/1;
			margin-top: 8px;
			unicode-bidi: plaintext;
			text-align: left;
		}

		:host([light-theme]) .discord-embed-provider {
			color: #4f545c;
		}

		:host .discord-embed-title {
			-webkit-box-align: center;
			align-items: center;
			color: #fff;
			display: inline-block;
			font-size: 1rem;
			font-weight: 600;
			grid-column: 1 / 1;
			margin-top: 8px;
			min-width: 0;
		}

		:host([light-theme]) .discord-embed-title {
			color: #060607;
		}

		:host .discord-embed-title a {
			color: #00aff4;
			font-weight: 600;
			text-decoration: none;
		}

		:host .discord-embed-title a:hover {
			text-decoration: underline;
		}

		:host .discord-embed-image {
			border-radius: 4px;
			max-width: 300px;
			max-height: 300px;
		}

		:host .discord-embed-media {
			border-radius: 4px;
			contain: paint;
			display: block;
			grid-column: 1/1;
			margin-top: 16px;
		}

		:host .discord-embed-media.discord-embed-media-video {
			height: 225px;
		}

		:host .discord-embed.media .discord-embed-image {
			overflow: hidden;
			position: relative;
			user-select: text;
		}

		:host .discord-embed-media .discord-embed-video {
			-webkit-box-align: center;
			-webkit-box-pack: center;
			align-items: center;
			border-radius: 0;
			cursor: pointer;
			display: flex;
			height: 100%;
			justify-content: center;
			max-height: 100%;
			width: 100%;

			width: 400px;
			height: 225px;
			left: 0px;
			top: 0px;
		}

		.discord-embed-custom-emoji {
			display: inline-block;
		}

		.discord-embed-custom-emoji .discord-embed-custom-emoji-image {
			width: 18px;
			height: 18px;
			vertical-align: bottom;
		}

		slot[name='footer']::slotted(*) {
			grid-column: 1/3;
			grid-row: auto/auto;
		}
	`;#e=ee(this,r,void 0);get color(){return this.#e}set color(B){this.#e=B}#t=(ee(this,d),ee(this,v,void 0));get authorName(){return this.#t}set authorName(B){this.#t=B}#i=(ee(this,l),ee(this,M,void 0));get authorImage(){return this.#i}set authorImage(B){this.#i=B}#s=(ee(this,b),ee(this,m,void 0));get authorUrl(){return this.#s}set authorUrl(B){this.#s=B}#a=(ee(this,n),ee(this,O,void 0));get embedTitle(){return this.#a}set embedTitle(B){this.#a=B}#r=(ee(this,E),ee(this,w,{}));get embedEmojisMap(){return this.#r}set embedEmojisMap(B){this.#r=B}#o=(ee(this,y),ee(this,ae,void 0));get url(){return this.#o}set url(B){this.#o=B}#h=(ee(this,oe),ee(this,le,void 0));get thumbnail(){return this.#h}set thumbnail(B){this.#h=B}#l=(ee(this,ne),ee(this,de,void 0));get image(){return this.#l}set image(B){this.#l=B}#n=(ee(this,me),ee(this,ve,void 0));get video(){return this.#n}set video(B){this.#n=B}#c=(ee(this,pe),ee(this,ge,void 0));get provider(){return this.#c}set provider(B){this.#c=B}#d=(ee(this,ze),ee(this,be,!1));get lightTheme(){return this.#d}set lightTheme(B){this.#d=B}render(){let B=this.parseTitle(this.authorName),$=this.parseTitle(this.embedTitle);return c`<div style=${Ae({"background-color":this.color})} class="discord-left-border"></div>
			<div class="discord-embed-root">
				<div class="discord-embed-wrapper">
					<div class="discord-embed-grid">
						${I(this.provider,()=>c`<div class="discord-embed-provider">${this.provider}</div>`)}
						${I(B,()=>c`<div class="discord-embed-author">
									${I(this.authorImage,()=>c`<img src=${q(this.authorImage)} alt="" class="discord-author-image" />`)}
									${I(this.authorUrl,()=>c`<a
												href=${q(this.authorUrl)}
												target="_blank"
												rel="noopener noreferrer"
												class="discord-embed-author-block"
											>
												<span class="discord-embed-author-block">${B}</span>
											</a>`,()=>c`<span class="discord-embed-author-block">${B}</span>`)}
								</div>`)}
						${I($,()=>c`<div class="discord-embed-title">
									${this.url?c`<a href="${this.url}" target="_blank" rel="noopener noreferrer"> ${$} </a>`:c`${$}`}
								</div>`)}
						<slot name="description"></slot>
						<slot name="fields"></slot>
						${I(this.image||this.video,()=>c`<div class=${et({"discord-embed-media":!0,"discord-embed-media-video":!!this.video})}>
									${this.renderMedia()}
								</div>`)}
						${I(this.thumbnail,()=>c`<img src=${q(this.thumbnail)} alt="" class="discord-embed-thumbnail" />`)}
						<slot name="footer"></slot>
					</div>
				</div>
			</div>`}renderMedia(){return this.video?c`
				<video
					controls
					muted
					preload="none"
					poster=${q(this.image)}
					src=${q(this.video)}
					height="225"
					width="400"
					class="discord-embed-video"
				>
					<img src=${q(this.image)} alt="Discord embed media" class="discord-embed-image" />
				</video>
			`:this.image?c`<img src=${q(this.image)} alt="Discord embed media" class="discord-embed-image" />`:null}parseTitle(B){if(!B)return null;let $=[],L="";for(let D of B.split(`
`)){for(let H of D.split(" ")){let W=gt(H)??this.embedEmojisMap[H]??{};W.name?$.push(c`<discord-custom-emoji name=${W.name} url=${q(W.url)} embed-emoji></discord-custom-emoji>`):L+=`${H} `,L===" "&&$.push(c`<br />`)}$.push(L),L=""}return $.map(D=>typeof D=="string"?c`<span>${D}</span>`:D)}constructor(){super(...arguments),ee(this,xe)}static{ee(e,s)}};return ye=e})();var Fa=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},qa=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Za=(()=>{let i=[Q("discord-embed-description")],t,s=[],e,a=F;var h=class extends a{static{e=this}static{let r=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;Fa(null,t={value:e},i,{kind:"class",name:e.name,metadata:r},null,s),h=e=t.value,r&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:r})}static styles=K`
		:host {
			font-size: 0.875rem;
			font-weight: 400;
			grid-column: 1/1;
			line-height: 1.125rem;
			margin-top: 8px;
			min-width: 0;
		}
	`;render(){return c`<slot></slot>`}static{qa(e,s)}};return h=e})();var Wa=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},Ga=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Ka=(()=>{let i=[Q("discord-embed-fields")],t,s=[],e,a=F;var h=class extends a{static{e=this}static{let r=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;Wa(null,t={value:e},i,{kind:"class",name:e.name,metadata:r},null,s),h=e=t.value,r&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:r})}static styles=K`
		:host {
			display: grid;
			grid-column: 1/1;
			margin-top: 8px;
			grid-gap: 8px;
		}

		::slotted([inline-index='1']) {
			grid-column: 1/5 !important;
		}

		::slotted([inline-index='2']) {
			grid-column: 5/9 !important;
		}

		::slotted([inline-index='3']) {
			grid-column: 9/13 !important;
		}
	`;render(){return c`<slot></slot>`}static{Ga(e,s)}};return h=e})();var _t=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},je=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Qa=(()=>{let i=[Q("discord-embed-field")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[],p,O=[],E=[];var Z=class extends a{static{e=this}static{let w=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u({reflect:!0,attribute:"field-title"})],g=[u({attribute:!1})],o=[u({type:Boolean,reflect:!0,attribute:"inline"})],z=[u({type:Number,reflect:!0,attribute:"inline-index"})],p=[J({context:ie,subscribe:!0}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],_t(this,null,h,{kind:"accessor",name:"fieldTitle",static:!1,private:!1,access:{has:y=>"fieldTitle"in y,get:y=>y.fieldTitle,set:(y,U)=>{y.fieldTitle=U}},metadata:w},r,d),_t(this,null,g,{kind:"accessor",name:"embedFieldEmojisMap",static:!1,private:!1,access:{has:y=>"embedFieldEmojisMap"in y,get:y=>y.embedFieldEmojisMap,set:(y,U)=>{y.embedFieldEmojisMap=U}},metadata:w},v,l),_t(this,null,o,{kind:"accessor",name:"inline",static:!1,private:!1,access:{has:y=>"inline"in y,get:y=>y.inline,set:(y,U)=>{y.inline=U}},metadata:w},M,b),_t(this,null,z,{kind:"accessor",name:"inlineIndex",static:!1,private:!1,access:{has:y=>"inlineIndex"in y,get:y=>y.inlineIndex,set:(y,U)=>{y.inlineIndex=U}},metadata:w},m,n),_t(this,null,p,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:y=>"lightTheme"in y,get:y=>y.lightTheme,set:(y,U)=>{y.lightTheme=U}},metadata:w},O,E),_t(null,t={value:e},i,{kind:"class",name:e.name,metadata:w},null,s),Z=e=t.value,w&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:w})}static styles=K`
		:host {
			font-size: 0.875rem;
			line-height: 1.125rem;
			min-width: 0;
			font-weight: 400;
			grid-column: 1/13;
			word-break: break-word;
		}

		:host .discord-field-title {
			color: #ffffff;
			font-weight: 600;
			font-size: 0.875rem;
			line-height: 1.125rem;
			min-width: 0;
			margin-bottom: 2px;
		}

		:host .discord-inline-field {
			flex-grow: 1;
			flex-basis: auto;
			min-width: 150px;
		}

		:host([light-theme]) .discord-field-title {
			color: #313338;
		}
	`;#e=je(this,r,void 0);get fieldTitle(){return this.#e}set fieldTitle(w){this.#e=w}#t=(je(this,d),je(this,v,{}));get embedFieldEmojisMap(){return this.#t}set embedFieldEmojisMap(w){this.#t=w}#i=(je(this,l),je(this,M,!1));get inline(){return this.#i}set inline(w){this.#i=w}#s=(je(this,b),je(this,m,void 0));get inlineIndex(){return this.#s}set inlineIndex(w){this.#s=w}#a=(je(this,n),je(this,O,!1));get lightTheme(){return this.#a}set lightTheme(w){this.#a=w}validInlineIndices=(je(this,E),new Set([1,2,3]));checkInlineIndex(){if(this.inlineIndex){let w=Number(this.inlineIndex);if(!Number.isNaN(w)&&!this.validInlineIndices.has(w))throw new RangeError("DiscordEmbedField `inlineIndex` prop must be one of: 1, 2, or 3")}}render(){this.checkInlineIndex();let w=this.parseTitle(this.fieldTitle),y=I(w,()=>c`<div class="discord-field-title">${[...w]}</div>`);return c`${y}<slot></slot>`}parseTitle(w){if(!w)return null;let y=[],U="";for(let ae of w.split(`
`)){for(let oe of ae.split(" ")){let he=gt(oe)??this.embedFieldEmojisMap[oe]??{};he.name?y.push(c`<discord-custom-emoji name=${he.name} url=${q(he.url)} embed-emoji></discord-custom-emoji>`):U+=`${oe} `,U===" "&&y.push(c`<br />`)}y.push(U),U=""}return y.map(ae=>typeof ae=="string"?c`<span>${ae}</span>`:ae)}static{je(e,s)}};return Z=e})();var Ut=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},Oe=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},Ja=(()=>{let i=[Q("discord-embed-footer")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[];var p=class extends a{static{e=this}static{let O=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u({attribute:"footer-image"})],g=[u({attribute:"footer-image-alt"})],o=[u({type:String,reflect:!0,converter:E=>ut(E),attribute:!0})],z=[J({context:ie,subscribe:!0}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],Ut(this,null,h,{kind:"accessor",name:"footerImage",static:!1,private:!1,access:{has:E=>"footerImage"in E,get:E=>E.footerImage,set:(E,Z)=>{E.footerImage=Z}},metadata:O},r,d),Ut(this,null,g,{kind:"accessor",name:"footerImageAlt",static:!1,private:!1,access:{has:E=>"footerImageAlt"in E,get:E=>E.footerImageAlt,set:(E,Z)=>{E.footerImageAlt=Z}},metadata:O},v,l),Ut(this,null,o,{kind:"accessor",name:"timestamp",static:!1,private:!1,access:{has:E=>"timestamp"in E,get:E=>E.timestamp,set:(E,Z)=>{E.timestamp=Z}},metadata:O},M,b),Ut(this,null,z,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:E=>"lightTheme"in E,get:E=>E.lightTheme,set:(E,Z)=>{E.lightTheme=Z}},metadata:O},m,n),Ut(null,t={value:e},i,{kind:"class",name:e.name,metadata:O},null,s),p=e=t.value,O&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:O})}static styles=K`
		:host {
			-webkit-box-align: center;
			align-items: center;
			display: flex;
			font-size: 12px;
			line-height: 16px;
			font-weight: 500;
			margin-top: 8px;
		}

		:host([light-theme]) {
			color: #747f8d;
		}

		:host .discord-footer-image {
			border-radius: 50%;
			flex-shrink: 0;
			height: 20px;
			margin-right: 8px;
			width: 20px;
		}

		:host .discord-footer-separator {
			color: #dcddde;
			font-weight: 500;
			display: inline-block;
			margin: 0 4px;
		}

		:host([light-theme]) .discord-footer-separator {
			color: #5c5e66;
		}
	`;#e=Oe(this,r,void 0);get footerImage(){return this.#e}set footerImage(O){this.#e=O}#t=(Oe(this,d),Oe(this,v,void 0));get footerImageAlt(){return this.#t}set footerImageAlt(O){this.#t=O}#i=(Oe(this,l),Oe(this,M,void 0));get timestamp(){return this.#i}set timestamp(O){this.#i=O}#s=(Oe(this,b),Oe(this,m,!1));get lightTheme(){return this.#s}set lightTheme(O){this.#s=O}updateTimestamp(O){O&&!Number.isNaN(new Date(O).getTime())&&(this.timestamp=ut(O))}render(){return this.updateTimestamp(this.timestamp),c`${I(this.footerImage,()=>c`<img src=${q(this.footerImage)} alt=${q(this.footerImageAlt)} class="discord-footer-image" />`)}
			<slot></slot>
			${I(this.timestamp,()=>c`<span class="discord-footer-separator">&bull;</span>`)}
			${I(this.timestamp,()=>` ${this.timestamp}`,()=>null)}`}constructor(){super(...arguments),Oe(this,n)}static{Oe(e,s)}};return p=e})();/**
 * @license
 * Copyright 2021 Google LLC
 * SPDX-License-Identifier: BSD-3-Clause
 */var Es=(i,t,s)=>{for(let e of t)if(e[0]===i)return(0,e[1])();return s?.()};function Xa(i){return i.startsWith("#")?i.slice(1):i}function Ya(i){let t=i.length===3||i.length===4,s=t?`${i.slice(0,1)}${i.slice(0,1)}`:i.slice(0,2),e=t?`${i.slice(1,2)}${i.slice(1,2)}`:i.slice(2,4),a=t?`${i.slice(2,3)}${i.slice(2,3)}`:i.slice(4,6),h=(t?`${i.slice(3,4)}${i.slice(3,4)}`:i.slice(6,8))||"ff";return{r:s,g:e,b:a,a:h}}function $i(i){return Number.parseInt(i,16)}function er({r:i,g:t,b:s,a:e}){return{r:$i(i),g:$i(t),b:$i(s),a:Number(($i(e)/255).toFixed(2))}}function tr(i){return typeof i=="number"||typeof i=="string"&&Number.isFinite(Number(i))}function ir(i,t){let{r:s,g:e,b:a,a:h}=i,r=tr(t)?t:h;return`rgba(${s}, ${e}, ${a}, ${r})`}function ki(i,t){let s=Xa(i),e=Ya(s),a=er(e);return ir(a,t)}var sr=C`
	<path
		fill-rule="evenodd"
		clip-rule="evenodd"
		fill="currentColor"
		d="M18.5 23c.88 0 1.7-.25 2.4-.69l1.4 1.4a1 1 0 0 0 1.4-1.42l-1.39-1.4A4.5 4.5 0 1 0 18.5 23Zm0-2a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z"
	/>
	<path
		fill="currentColor"
		d="M3 3a1 1 0 0 0 0 2h18a1 1 0 1 0 0-2H3ZM2 8a1 1 0 0 1 1-1h18a1 1 0 1 1 0 2H3a1 1 0 0 1-1-1ZM3 11a1 1 0 1 0 0 2h11a1 1 0 1 0 0-2H3ZM2 16a1 1 0 0 1 1-1h8a1 1 0 1 1 0 2H3a1 1 0 0 1-1-1ZM3 19a1 1 0 1 0 0 2h8a1 1 0 1 0 0-2H3Z"
	/>
`;function Qi(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-label="Browse Channels"
		aria-hidden="false"
		role="img"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${sr}
	</svg>`}var ar=C`
	<path
		fill="currentColor"
		d="M21.487 5.126L12.487 0.126C12.184 -0.042 11.818 -0.042 11.515 0.126L2.51498 5.126C2.19798 5.302 2.00098 5.636 2.00098 5.999C2.00098 6.693 2.11498 22.999 12.001 22.999C21.887 22.999 22.001 6.693 22.001 5.999C22.001 5.636 21.804 5.302 21.487 5.126ZM12.001 5.999C13.382 5.999 14.501 7.118 14.501 8.499C14.501 9.88 13.382 10.999 12.001 10.999C10.62 10.999 9.50098 9.88 9.50098 8.499C9.50098 7.118 10.62 5.999 12.001 5.999ZM8.25098 16C8.25098 13.699 9.69998 12.25 12.001 12.25C14.302 12.25 15.751 13.699 15.751 16H8.25098Z"
	/>
`;function Ji(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-label="Customise Community"
		aria-hidden="false"
		role="img"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${ar}
	</svg>`}var rr=C`
	<path
		d="M11 3a1 1 0 1 1 2 0v2h5.75c.16 0 .3.07.4.2l2.63 3.5a.5.5 0 0 1 0 .6l-2.63 3.5a.5.5 0 0 1-.4.2H13v5h2a2 2 0 0 1 2 2v1a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-1c0-1.1.9-2 2-2h2v-5H2.8a.5.5 0 0 1-.44-.72L3.9 9.22a.5.5 0 0 0 0-.44L2.36 5.72A.5.5 0 0 1 2.81 5H11V3Z"
		fill="currentColor"
	/>
`;function Xi(i={}){return c`<svg
		${T(i)}
		class="discord-mention-icon"
		aria-label="Server Guide"
		aria-hidden="false"
		role="img"
		width="24"
		height="24"
		viewBox="0 0 24 24"
		xmlns="http://www.w3.org/2000/svg"
	>
		${rr}
	</svg>`}var Pt=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},Be=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},or=(()=>{let i=[Q("discord-mention")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[],z,m=[],n=[];var p=class extends a{static{e=this}static{let O=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u({type:Boolean,reflect:!0})],g=[u({reflect:!0})],o=[u({reflect:!0})],z=[J({context:ie,subscribe:!0}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],Pt(this,null,h,{kind:"accessor",name:"highlight",static:!1,private:!1,access:{has:E=>"highlight"in E,get:E=>E.highlight,set:(E,Z)=>{E.highlight=Z}},metadata:O},r,d),Pt(this,null,g,{kind:"accessor",name:"type",static:!1,private:!1,access:{has:E=>"type"in E,get:E=>E.type,set:(E,Z)=>{E.type=Z}},metadata:O},v,l),Pt(this,null,o,{kind:"accessor",name:"color",static:!1,private:!1,access:{has:E=>"color"in E,get:E=>E.color,set:(E,Z)=>{E.color=Z}},metadata:O},M,b),Pt(this,null,z,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:E=>"lightTheme"in E,get:E=>E.lightTheme,set:(E,Z)=>{E.lightTheme=Z}},metadata:O},m,n),Pt(null,t={value:e},i,{kind:"class",name:e.name,metadata:O},null,s),p=e=t.value,O&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:O})}static styles=K`
		:host {
			color: #e3e7f8;
			background-color: hsla(235, 85.6%, 64.7%, 0.3);
			font-weight: 500;
			padding: 0 2px;
			border-radius: 3px;
			unicode-bidi: -moz-plaintext;
			unicode-bidi: plaintext;
			-webkit-transition:
				background-color 50ms ease-out,
				color 50ms ease-out;
			transition:
				background-color 50ms ease-out,
				color 50ms ease-out;
			cursor: pointer;
		}

		:host([type='role']) {
			background-color: rgba(#e3e7f8, 0.1);
		}

		:host([type='channel']) {
			position: relative;
		}

		:host([type='voice']),
		:host([type='locked']),
		:host([type='thread']),
		:host([type='forum']) {
			position: relative;
		}

		:host(:hover) {
			color: #fff;
			background-color: hsl(235, 85.6%, 64.7%);
		}

		:host([highlight][type='user']:hover) {
			text-decoration: underline;
			text-underline-offset: 1px;
		}

		:host([light-theme]) {
			color: #5865f2;
			background-color: hsla(235, 85.6%, 64.7%, 0.15);
		}

		:host([light-theme]:hover) {
			color: #ffffff;
			background-color: hsl(235, 85.6%, 64.7%);
		}

		.discord-mention-icon {
			width: 1rem;
			height: 1rem;
			margin-right: 4px;
			vertical-align: middle;
			margin-bottom: 0.2rem;
		}

		.no-wrap {
			white-space: nowrap;
		}
	`;#e=Be(this,r,!1);get highlight(){return this.#e}set highlight(O){this.#e=O}#t=(Be(this,d),Be(this,v,"user"));get type(){return this.#t}set type(O){this.#t=O}#i=(Be(this,l),Be(this,M,void 0));get color(){return this.#i}set color(O){this.#i=O}setHoverColor=(Be(this,b),()=>{this.color&&(this.style.backgroundColor=ki(this.color,.3))});resetHoverColor=()=>{this.color&&(this.style.backgroundColor=ki(this.color,.1))};#s=Be(this,m,!1);get lightTheme(){return this.#s}set lightTheme(O){this.#s=O}connectedCallback(){super.connectedCallback(),this.color&&this.type==="role"&&(this.addEventListener("mouseover",this.setHoverColor),this.addEventListener("mouseout",this.resetHoverColor))}disconnectedCallback(){this.removeEventListener("mouseover",this.setHoverColor),this.removeEventListener("mouseout",this.resetHoverColor),super.disconnectedCallback()}willUpdate(){this.color&&(this.style.color=this.color,this.type==="role"&&(this.style.backgroundColor=ki(this.color,.1)))}render(){return c`<span class="no-wrap"
				>${Es(this.type,[["channel",()=>Vt()],["user",()=>c`@`],["role",()=>c`@`],["voice",()=>St()],["locked",()=>Dt()],["thread",()=>jt()],["forum",()=>At()],["server-guide",()=>Xi()],["channels-and-roles",()=>Qi()],["customize-community",()=>Ji()],["slash",()=>c`/`]])}</span
			><slot></slot>`}constructor(){super(...arguments),Be(this,n)}static{Be(e,s)}};return p=e})();var As=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},Yi=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},hr=(()=>{let i=[Q("discord-quote")],t,s=[],e,a=F,h,r=[],d=[];var g=class extends a{static{e=this}static{let v=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[J({context:ie,subscribe:!0}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],As(this,null,h,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:l=>"lightTheme"in l,get:l=>l.lightTheme,set:(l,o)=>{l.lightTheme=o}},metadata:v},r,d),As(null,t={value:e},i,{kind:"class",name:e.name,metadata:v},null,s),g=e=t.value,v&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:v})}static styles=K`
		:host {
			display: flex;
		}

		.discord-quote-divider {
			background-color: #4f545c;
			border-radius: 4px;
			font-size: 0.9em;
			font-style: normal;
			font-weight: 400;
			margin: 0;
			padding: 0;
			width: 4px;
		}

		:host([light-theme]) .discord-quote-divider {
			background-color: #c4c9ce;
		}

		blockquote {
			margin-block-end: unset;
			margin-block-start: unset;
			margin-inline-end: unset;
			margin-inline-start: unset;
			padding: 0 8px 0 12px;
		}
	`;#e=Yi(this,r,!1);get lightTheme(){return this.#e}set lightTheme(v){this.#e=v}render(){return c`
			<div class="discord-quote-divider"></div>
			<!-- display: inline -->
			<blockquote><slot></slot></blockquote>
		`}constructor(){super(...arguments),Yi(this,d)}static{Yi(e,s)}};return g=e})();var lr=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},nr=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},cr=(()=>{let i=[Q("discord-attachments")],t,s=[],e,a=F;var h=class extends a{static{e=this}static{let r=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;lr(null,t={value:e},i,{kind:"class",name:e.name,metadata:r},null,s),h=e=t.value,r&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:r})}static styles=K`
		:host {
			display: grid;
			grid-auto-flow: row;
			grid-row-gap: 0.25rem;
			text-indent: 0;
			min-height: 0;
			min-width: 0;
			padding-top: 0.125rem;
			padding-bottom: 0.125rem;
			position: relative;
		}

		:host > * {
			justify-self: start;
			-ms-flex-item-align: start;
			align-self: start;
		}
	`;render(){return c`<slot></slot>`}static{nr(e,s)}};return h=e})();var dr=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},mr=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},fr=(()=>{let i=[Q("discord-action-row")],t,s=[],e,a=F;var h=class extends a{static{e=this}static{let r=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;dr(null,t={value:e},i,{kind:"class",name:e.name,metadata:r},null,s),h=e=t.value,r&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:r})}static styles=K`
		:host {
			display: flex;
			flex-wrap: wrap;
		}
	`;render(){return c`<slot></slot>`}static{mr(e,s)}};return h=e})();var Ci=function(i,t,s,e,a,h){function r(p){if(p!==void 0&&typeof p!="function")throw new TypeError("Function expected");return p}for(var d=e.kind,g=d==="getter"?"get":d==="setter"?"set":"value",v=!t&&i?e.static?i:i.prototype:null,l=t||(v?Object.getOwnPropertyDescriptor(v,e.name):{}),o,M=!1,b=s.length-1;b>=0;b--){var z={};for(var m in e)z[m]=m==="access"?{}:e[m];for(var m in e.access)z.access[m]=e.access[m];z.addInitializer=function(p){if(M)throw new TypeError("Cannot add initializers after decoration has completed");h.push(r(p||null))};var n=(0,s[b])(d==="accessor"?{get:l.get,set:l.set}:l[g],z);if(d==="accessor"){if(n===void 0)continue;if(n===null||typeof n!="object")throw new TypeError("Object expected");(o=r(n.get))&&(l.get=o),(o=r(n.set))&&(l.set=o),(o=r(n.init))&&a.unshift(o)}else(o=r(n))&&(d==="field"?a.unshift(o):l[g]=o)}v&&Object.defineProperty(v,e.name,l),M=!0},ct=function(i,t,s){for(var e=arguments.length>2,a=0;a<t.length;a++)s=e?t[a].call(i,s):t[a].call(i);return e?s:void 0},vr=(()=>{let i=[Q("discord-thread")],t,s=[],e,a=F,h,r=[],d=[],g,v=[],l=[],o,M=[],b=[];var z=class extends a{static{e=this}static{let m=typeof Symbol=="function"&&Symbol.metadata?Object.create(a[Symbol.metadata]??null):void 0;h=[u()],g=[u()],o=[J({context:ie}),u({type:Boolean,reflect:!0,attribute:"light-theme"})],Ci(this,null,h,{kind:"accessor",name:"name",static:!1,private:!1,access:{has:n=>"name"in n,get:n=>n.name,set:(n,p)=>{n.name=p}},metadata:m},r,d),Ci(this,null,g,{kind:"accessor",name:"cta",static:!1,private:!1,access:{has:n=>"cta"in n,get:n=>n.cta,set:(n,p)=>{n.cta=p}},metadata:m},v,l),Ci(this,null,o,{kind:"accessor",name:"lightTheme",static:!1,private:!1,access:{has:n=>"lightTheme"in n,get:n=>n.lightTheme,set:(n,p)=>{n.lightTheme=p}},metadata:m},M,b),Ci(null,t={value:e},i,{kind:"class",name:e.name,metadata:m},null,s),z=e=t.value,m&&Object.defineProperty(e,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:m})}static styles=K`
		:host {
			background-color: #2f3136;
			border-radius: 4px;
			cursor: pointer;
			margin-top: 8px;
			max-width: 480px;
			min-width: 0;
			padding: 8px;
			display: inline-flex;
			width: fit-content;
			flex-direction: column;
		}

		:host([light-theme]) {
			background-color: #f2f3f5;
		}

		:host .discord-thread-top {
			display: flex;
		}

		:host .discord-thread-bottom {
			font-size: 0.875rem;
			line-height: 1.125rem;
			align-items: center;
			color: #b9bbbe;
			display: flex;
			margin-top: 2px;
			white-space: nowrap;
		}

		:host([light-theme]) .discord-thread-bottom {
			color: #4f5660;
		}

		:host .discord-thread-name {
			font-size: 0.875rem;
			font-weight: 600;
			line-height: 1.125rem;
			color: white;
			margin-right: 8px;
			overflow: hidden;
			text-overflow: ellipsis;
			white-space: nowrap;
		}

		:host([light-theme]) .discord-thread-name {
			color: #060607;
		}

		:host .discord-thread-cta {
			color: #00aff4;
			flex-shrink: 0;
			font-size: 0.875rem;
			font-weight: 600;
			line-height: 1.125rem;
		}

		:host .discord-thread-cta:hover {
			text-decoration: underline;
		}

		.discord-thread:hover .discord-thread-cta {
			text-decoration: underline;
		}
	`;#e=ct(this,r,"Thread");get name(){return this.#e}set name(m){this.#e=m}#t=(ct(this,d),ct(this,v,"See Thread"));get cta(){return this.#t}set cta(m){this.#t=m}#i=(ct(this,l),ct(this,M,!1));get lightTheme(){return this.#i}set lightTheme(m){this.#i=m}render(){return c`
			<div class="discord-thread-top">
				<span class="discord-thread-name">${this.name}</span>
				<span class="discord-thread-cta" aria-hidden="true"> ${this.cta} › </span>
			</div>
			<span class="discord-thread-bottom">
				<slot></slot>
			</span>
		`}constructor(){super(...arguments),ct(this,b)}static{ct(e,s)}};return z=e})();export{fr as DiscordActionRow,cr as DiscordAttachments,Va as DiscordAuthorInfo,Na as DiscordCommand,La as DiscordEmbed,Za as DiscordEmbedDescription,Qa as DiscordEmbedField,Ka as DiscordEmbedFields,Ja as DiscordEmbedFooter,or as DiscordMention,Da as DiscordMessage,ya as DiscordMessages,hr as DiscordQuote,Zi as DiscordReply,vr as DiscordThread,Ea as DiscordVerifiedAuthorTag,K as css};
