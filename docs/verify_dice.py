"""Check the dice of a Grognard game: python verify_dice.py dice.txt (Python 3.8 or later, nothing else).

Public dice: the rounds must be those of the beacon drand, chain quicknet; their signatures are checked here
in plain Python (BLS12-381), in about a second. Compare by eye, in Discord: the first post of the game with
commitment and seals, and for each roll the post with its hash. None of them may say "edited".
"""

# ruff: noqa: B905 - Python 3.8 knows no strict zip

import hashlib
import hmac
import json
import struct
import sys

QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
OLD = ("game", "commitment", "seed", "salts", "dice")
PAIR = "grognard dice 3"
NEW = ("game", "commitment", "seed", "salts", "seals", "message", "beacon", "rounds", "dice")


def sha(text):
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def chain_hash(beacon):
    """The number that names a chain of the beacon."""
    head = struct.pack(">Iq", beacon["period"], beacon["genesis"])
    parts = bytes.fromhex(beacon["public_key"]) + bytes.fromhex(beacon["group_hash"])
    return sha(head + parts + beacon["name"].encode())


def check(text, chain=QUICKNET):
    """Yield the faults of a record of dice; none when every die is right."""
    above, _, total = text.replace("\r\n", "\n").rpartition("sum: ")
    if total != sha(above) + "\n":
        yield "the file was changed or is incomplete: its checksum is wrong"
    lines = above.split("\n")
    names = {"grognard dice 1": OLD, PAIR: (*NEW[:7], "keys", *NEW[7:])}.get(lines[0], NEW)
    head = dict(line.split(": ", 1) for line in lines[1 : 1 + len(names)])
    if tuple(head) != names:
        yield "the head of the file is not whole"
        return
    seed, words = bytes.fromhex(head["seed"]), json.loads(head["salts"])
    seals, beacon = json.loads(head.get("seals", "[]")), json.loads(head.get("beacon", "{}"))
    if not head.get("message", "0").isdigit():
        yield "the number of the first post is missing"
    if sha(seed) != head["commitment"]:
        yield "the seed is not the one promised"
    if seals and seals != [sha(word) for word in words]:
        yield "a word is not the one that was sealed"
    body = [line for line in lines[1 + len(names) :] if line]
    rounds = [line.split(" ", 5)[1:] for line in body if line.startswith("round ")]
    dice = [line.split() for line in body if not line.startswith("round ")]
    if str(len(rounds)) != head.get("rounds", "0"):
        yield "rounds are missing"
    if beacon and chain_hash(beacon) != chain:
        yield "the dice draw on another chain than quicknet: " + chain_hash(beacon)
    randomness = {"0": []} if not beacon else {}
    for place, (number, round_, message, signature, fixed) in enumerate(rounds, 1):
        posted = ((int(message) >> 22) + 1420070400000) / 1000
        due = max(1, int((posted - beacon["genesis"]) // beacon["period"]) + 2) if beacon else 0
        if number != str(place) or int(round_) != due:
            yield f"r{number}: round {round_} was drawn on, should be {due}"
        randomness[number] = [sha(bytes.fromhex(signature))]
        print(f"roll {number}, Discord message {message}: its hash must be {sha(fixed)}")
    if rounds and beacon and not signed(beacon["public_key"], [(int(r[1]), r[3]) for r in rounds]):
        yield "the beacon has not signed these rounds"
    if len(dice) != int(head["dice"]) or len({die[0] for die in dice}) != len(dice):
        yield "dice are missing, or a key is used twice"
    for die in dice:
        key, sides, face = die[:3]
        which = "0" if names is OLD else die[3][1:]
        if which not in randomness:
            yield key + ": no round for this die"
            continue
        mixed = "/".join([*words, *randomness[which], key] if words or randomness[which] else ["", key])
        due = (
            int.from_bytes(hmac.new(seed, mixed.encode(), hashlib.sha256).digest(), "big") % int(sides[1:])
            + 1
        )
        if int(face) != due:
            yield f"{key}: {face} was rolled, should be {due}"
    if lines[0] == PAIR:  # by side, purpose, number of the roll, number of the die: the same in both games
        if head["keys"] != "stream" or len(rounds) != (1 if beacon else 0):
            yield "the dice of a pair draw on one round, and are keyed by stream"
        yield from gaps(die[0] for die in dice)
    print(f"{len(dice)} dice; SHA-256 of the seed: {head['commitment']}")
    print("This number and the seals must be those posted before the game began:", *(seals or ["(none)"]))


def gaps(keys):
    """Yield the rolls that were left out: each stream counts from 1, and so do the dice of a roll."""
    nexts = {}
    for key in keys:
        stream, roll, die = ("//" + key).rsplit("/", 2)
        if key not in nexts.get(stream, [stream[2:] + "/1/1"]):
            yield key + ": this is not the next roll of its side for its purpose"
        roll, die = (int(n) if n.isdigit() else 0 for n in (roll, die))
        nexts[stream] = [f"{stream[2:]}/{roll}/{die + 1}", f"{stream[2:]}/{roll + 1}/1"]


# --- BLS signatures on BLS12-381, in G1 with keys in G2: RFC 9380 and draft-irtf-cfrg-bls-signature ---

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = 0xD201000000010000
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)

ISOGENY = (  # RFC 9380, appendix E.2: numerator and denominator of x, then of y, lowest power first
    (
        0x11A05F2B1E833340B809101DD99815856B303E88A2D7005FF2627B56CDB4E2C85610C2D5F2E62D6EAEAC1662734649B7,
        0x17294ED3E943AB2F0588BAB22147A81C7C17E75B2F6A8417F565E33C70D1E86B4838F2A6F318C356E834EEF1B3CB83BB,
        0xD54005DB97678EC1D1048C5D10A9A1BCE032473295983E56878E501EC68E25C958C3E3D2A09729FE0179F9DAC9EDCB0,
        0x1778E7166FCC6DB74E0609D307E55412D7F5E4656A8DBF25F1B33289F1B330835336E25CE3107193C5B388641D9B6861,
        0xE99726A3199F4436642B4B3E4118E5499DB995A1257FB3F086EEB65982FAC18985A286F301E77C451154CE9AC8895D9,
        0x1630C3250D7313FF01D1201BF7A74AB5DB3CB17DD952799B9ED3AB9097E68F90A0870D2DCAE73D19CD13C1C66F652983,
        0xD6ED6553FE44D296A3726C38AE652BFB11586264F0F8CE19008E218F9C86B2A8DA25128C1052ECADDD7F225A139ED84,
        0x17B81E7701ABDBE2E8743884D1117E53356DE5AB275B4DB1A682C62EF0F2753339B7C8F8C8F475AF9CCB5618E3F0C88E,
        0x80D3CF1F9A78FC47B90B33563BE990DC43B756CE79F5574A2C596C928C5D1DE4FA295F296B74E956D71986A8497E317,
        0x169B1F8E1BCFA7C42E0C37515D138F22DD2ECB803A0C5C99676314BAF4BB1B7FA3190B2EDC0327797F241067BE390C9E,
        0x10321DA079CE07E272D8EC09D2565B0DFA7DCCDDE6787F96D50AF36003B14866F69B771F8C285DECCA67DF3F1605FB7B,
        0x6E08C248E260E70BD1E962381EDEE3D31D79D7E22C837BC23C0BF1BC24C6B68C24B1B80B64D391FA9C8BA2E8BA2D229,
    ),
    (
        0x8CA8D548CFF19AE18B2E62F4BD3FA6F01D5EF4BA35B48BA9C9588617FC8AC62B558D681BE343DF8993CF9FA40D21B1C,
        0x12561A5DEB559C4348B4711298E536367041E8CA0CF0800C0126C2588C48BF5713DAA8846CB026E9E5C8276EC82B3BFF,
        0xB2962FE57A3225E8137E629BFF2991F6F89416F5A718CD1FCA64E00B11ACEACD6A3D0967C94FEDCFCC239BA5CB83E19,
        0x3425581A58AE2FEC83AAFEF7C40EB545B08243F16B1655154CCA8ABC28D6FD04976D5243EECF5C4130DE8938DC62CD8,
        0x13A8E162022914A80A6F1D5F43E7A07DFFDFC759A12062BB8D6B44E833B306DA9BD29BA81F35781D539D395B3532A21E,
        0xE7355F8E4E667B955390F7F0506C6E9395735E9CE9CAD4D0A43BCEF24B8982F7400D24BC4228F11C02DF9A29F6304A5,
        0x772CAACF16936190F3E0C63E0596721570F5799AF53A1894E2E073062AEDE9CEA73B3538F0DE06CEC2574496EE84A3A,
        0x14A7AC2A9D64A8B230B3F5B074CF01996E7F63C21BCA68A81996E1CDF9822C580FA5B9489D11E2D311F7D99BBDCC5A5E,
        0xA10ECF6ADA54F825E920B3DAFC7A3CCE07F8D1D7161366B74100DA67F39883503826692ABBA43704776EC3A79A1D641,
        0x95FC13AB9E92AD4476D6E3EB3A56680F682B4EE96F7D03776DF533978F31C1593174E4B4B7865002D6384D168ECDD0A,
        0x1,
    ),
    (
        0x90D97C81BA24EE0259D1F094980DCFA11AD138E48A869522B52AF6C956543D3CD0C7AEE9B3BA3C2BE9845719707BB33,
        0x134996A104EE5811D51036D776FB46831223E96C254F383D0F906343EB67AD34D6C56711962FA8BFE097E75A2E41C696,
        0xCC786BAA966E66F4A384C86A3B49942552E2D658A31CE2C344BE4B91400DA7D26D521628B00523B8DFE240C72DE1F6,
        0x1F86376E8981C217898751AD8746757D42AA7B90EEB791C09E4A3EC03251CF9DE405ABA9EC61DECA6355C77B0E5F4CB,
        0x8CC03FDEFE0FF135CAF4FE2A21529C4195536FBE3CE50B879833FD221351ADC2EE7F8DC099040A841B6DAECF2E8FEDB,
        0x16603FCA40634B6A2211E11DB8F0A6A074A7D0D4AFADB7BD76505C3D3AD5544E203F6326C95A807299B23AB13633A5F0,
        0x4AB0B9BCFAC1BBCB2C977D027796B3CE75BB8CA2BE184CB5231413C4D634F3747A87AC2460F415EC961F8855FE9D6F2,
        0x987C8D5333AB86FDE9926BD2CA6C674170A05BFE3BDD81FFD038DA6C26C842642F64550FEDFE935A15E4CA31870FB29,
        0x9FC4018BD96684BE88C9E221E4DA1BB8F3ABD16679DC26C1E8B6E6A1F20CABE69D65201C78607A360370E577BDBA587,
        0xE1BBA7A1186BDB5223ABDE7ADA14A23C42A0CA7915AF6FE06985E7ED1E4D43B9B3F7055DD4EBA6F2BAFAAEBCA731C30,
        0x19713E47937CD1BE0DFD0B8F1D43FB93CD2FCBCB6CAF493FD1183E416389E61031BF3A5CCE3FBAFCE813711AD011C132,
        0x18B46A908F36F6DEB918C143FED2EDCC523559B8AAF0C2462E6BFE7F911F643249D9CDF41B44D606CE07C8A4D0074D8E,
        0xB182CAC101B9399D155096004F53F447AA7B12A3426B08EC02710E807B4633F06C851C1919211F20D4C04F00B971EF8,
        0x245A394AD1ECA9B72FC00AE7BE315DC757B3B080D4C158013E6632D3C40659CC6CF90AD1C232A6442D9D3F5DB980133,
        0x5C129645E44CF1102A159F748C4A3FC5E673D81D7E86568D9AB0F5D396A7CE46BA1049B6579AFB7866B1E715475224B,
        0x15E6BE4E990F03CE4EA50B3B42DF2EB5CB181D8F84965A3957ADD4FA95AF01B2B665027EFEC01C7704B456BE69C8B604,
    ),
    (
        0x16112C4C3A9C98B252181140FAD0EAE9601A6DE578980BE6EEC3232B5BE72E7A07F3688EF60C206D01479253B03663C1,
        0x1962D75C2381201E1A0CBD6C43C348B885C84FF731C4D59CA4A10356F453E01F78A4260763529E3532F6102C2E49A03D,
        0x58DF3306640DA276FAAAE7D6E8EB15778C4855551AE7F310C35A5DD279CD2ECA6757CD636F96F891E2538B53DBF67F2,
        0x16B7D288798E5395F20D23BF89EDB4D1D115C5DBDDBCD30E123DA489E726AF41727364F2C28297ADA8D26D98445F5416,
        0xBE0E079545F43E4B00CC912F8228DDCC6D19C9F0F69BBB0542EDA0FC9DEC916A20B15DC0FD2EDEDDA39142311A5001D,
        0x8D9E5297186DB2D9FB266EAAC783182B70152C65550D881C5ECD87B6F0F5A6449F38DB9DFA9CCE202C6477FAAF9B7AC,
        0x166007C08A99DB2FC3BA8734ACE9824B5EECFDFA8D0CF8EF5DD365BC400A0051D5FA9C01A58B1FB93D1A1399126A775C,
        0x16A3EF08BE3EA7EA03BCDDFABBA6FF6EE5A4375EFA1F4FD7FEB34FD206357132B920F5B00801DEE460EE415A15812ED9,
        0x1866C8ED336C61231A1BE54FD1D74CC4F9FB0CE4C6AF5920ABC5750C4BF39B4852CFE2F7BB9248836B233D9D55535D4A,
        0x167A55CDA70A6E1CEA820597D94A84903216F763E13D87BB5308592E7EA7D4FBC7385EA3D529B35E346EF48BB8913F55,
        0x4D2F259EEA405BD48F010A01AD2911D9C6DD039BB61A6290E591B36E636A5C871A5C29F4F83060400F8B49CBA8F6AA8,
        0xACCBB67481D033FF5852C1E48C50C477F94FF8AEFCE42D28C0F9A88CEA7913516F968986F7EBBEA9684B529E2561092,
        0xAD6B9514C767FE3C3613144B45F1496543346D98ADF02267D5CEEF9A00D9B8693000763E3B90AC11E99B138573345CC,
        0x2660400EB2E4F3B628BDD0D53CD76F2BF565B94E72927C1CB748DF27942480E420517BD8714CC80D1FADC1326ED06F7,
        0xE0FA1D816DDC03E6B24255E0D7819C171C40F65E273B853324EFCD6356CAA205CA2F570F13497804415473A1D634B8F,
        0x1,
    ),
)


def signed(public_key, rounds):
    """Whether the key has signed all these rounds, (number, signature) each, in hexadecimal.

    All are checked at once: each with a factor that hangs on all of them.
    """
    left = right = None
    seed = hashlib.sha256(repr(rounds).encode()).digest()
    try:
        for number, signature in rounds:
            factor = 1 + int.from_bytes(hashlib.sha256(seed + struct.pack(">Q", number)).digest()[:16], "big")
            point = g1_point(bytes.fromhex(signature))
            message = hashlib.sha256(struct.pack(">Q", number)).digest()
            left = g1_add(left, g1_times(factor, point))
            right = g1_add(right, g1_times(factor, hashed(message)))
        key = g2_point(bytes.fromhex(public_key))
    except ValueError:
        return False
    if left is None or right is None:
        return False
    product = f12_times(miller((left[0], -left[1] % P), G2), miller(right, key))
    return f12_power(product, (P**12 - 1) // R) == [1] + [0] * 11


def g1_add(p, q):
    """The sum of two points of y2 = x3 + 4; None is the neutral one."""
    if p is None or q is None:
        return p or q
    (x1, y1), (x2, y2) = p, q
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, P) if p == q else (y2 - y1) * pow(x2 - x1, -1, P)
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def g1_times(n, p):
    """A point added n times."""
    total = None
    for bit in bin(n)[2:]:
        total = g1_add(total, total)
        total = g1_add(total, p) if bit == "1" else total
    return total


def g1_point(data):
    """The point that 48 bytes stand for; ValueError for none of the right order."""
    x = int.from_bytes(data, "big") & ((1 << 381) - 1)
    y = pow(x**3 + 4, (P + 1) // 4, P)
    if len(data) != 48 or data[0] & 0xC0 != 0x80 or x >= P or (y * y - x**3 - 4) % P:
        raise ValueError("no point")
    point = x, (y if (y > P // 2) == bool(data[0] & 0x20) else P - y)
    if g1_times(R, point) is not None:
        raise ValueError("no point of the right order")
    return point


def g2_point(data):
    """The point that 96 bytes stand for."""
    x = int.from_bytes(data[48:], "big"), int.from_bytes(data[:48], "big") & ((1 << 381) - 1)
    cube = f2_times(x, f2_times(x, x))
    square = (cube[0] + 4) % P, (cube[1] + 4) % P
    root = f2_power(square, (P - 3) // 4)
    alpha, y = f2_times(f2_times(root, root), square), f2_times(root, square)
    turn = (0, 1) if alpha == (P - 1, 0) else f2_power(((1 + alpha[0]) % P, alpha[1]), (P - 1) // 2)
    y = f2_times(turn, y)
    if len(data) != 96 or data[0] & 0xC0 != 0x80 or f2_times(y, y) != square:
        raise ValueError("no point")
    larger = y[1] > P // 2 if y[1] else y[0] > P // 2
    return x, (y if larger == bool(data[0] & 0x20) else (-y[0] % P, -y[1] % P))


def hashed(message):
    """The point of a message (RFC 9380, BLS12381G1_XMD:SHA-256_SSWU_RO_)."""
    tail = DOMAIN + bytes([len(DOMAIN)])
    first = hashlib.sha256(bytes(64) + message + struct.pack(">HB", 128, 0) + tail).digest()
    blocks = [hashlib.sha256(first + b"\1" + tail).digest()]
    for n in range(2, 5):
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(hashlib.sha256(mixed + bytes([n]) + tail).digest())
    data = b"".join(blocks)
    points = [mapped(int.from_bytes(part, "big") % P) for part in (data[:64], data[64:])]
    return g1_times(X + 1, g1_add(*points))


def mapped(u):
    """The point of a number: on an isogenous curve first, then on ours."""
    square = 11 * u * u % P
    bottom = (square * square + square) % P
    x = -B * pow(A, -1, P) * (1 + pow(bottom, -1, P)) % P if bottom else B * pow(11 * A, -1, P) % P
    y2 = (x**3 + A * x + B) % P
    if pow(y2, (P - 1) // 2, P) == P - 1:
        x = square * x % P
        y2 = (x**3 + A * x + B) % P
    y = pow(y2, (P + 1) // 4, P)
    y = y if y % 2 == u % 2 else P - y
    top_x, bottom_x, top_y, bottom_y = (sum(k * pow(x, n, P) for n, k in enumerate(row)) for row in ISOGENY)
    return top_x * pow(bottom_x, -1, P) % P, y * top_y * pow(bottom_y, -1, P) % P


def f2_times(a, b):
    """A product in the field of P squared."""
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def f2_power(a, n):
    """A power in the field of P squared."""
    result = 1, 0
    for bit in bin(n)[2:]:
        result = f2_times(result, result)
        result = f2_times(result, a) if bit == "1" else result
    return result


def f12_times(a, b):
    """A product of polynomials in w, where w**12 = 2 * w**6 - 2."""
    c = [0] * 23
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                c[i + j] += x * y
    for n in range(22, 11, -1):
        c[n - 6] += 2 * c[n]
        c[n - 12] -= 2 * c[n]
    return [x % P for x in c[:12]]


def f12_power(a, n):
    """A power of such a polynomial."""
    result = [1] + [0] * 11
    for bit in bin(n)[2:]:
        result = f12_times(result, result)
        result = f12_times(result, a) if bit == "1" else result
    return result


def miller(p, q):
    """The Miller loop of the ate pairing, of a point of G1 and one of G2 (on the twist)."""
    total, now = [1] + [0] * 11, q
    for bit in bin(X)[3:]:
        now, line = step(now, now, p)
        total = f12_times(f12_times(total, total), line)
        if bit == "1":
            now, line = step(now, q, p)
            total = f12_times(total, line)
    return total


def step(a, b, p):
    """The sum of two points of G2, and the line through them at a point of G1."""
    (x1, y1), (x2, y2) = a, b
    if a == b:
        top, bottom = [3 * v for v in f2_times(x1, x1)], [2 * v for v in y1]
    else:
        top, bottom = [v - w for v, w in zip(y2, y1)], [v - w for v, w in zip(x2, x1)]
    norm = pow(bottom[0] ** 2 + bottom[1] ** 2, -1, P)
    slope = f2_times(top, (bottom[0] * norm, -bottom[1] * norm))
    x3 = tuple((s - v - w) % P for s, v, w in zip(f2_times(slope, slope), x1, x2))
    y3 = tuple((s - v) % P for s, v in zip(f2_times(slope, [v - w for v, w in zip(x1, x3)]), y1))
    c = [s - v for s, v in zip(f2_times(slope, x1), y1)]
    d = [-s * p[0] for s in slope]
    line = [c[0] - c[1], 0, d[0] - d[1], p[1], 0, 0, c[1], 0, d[1], 0, 0, 0]
    return (x3, y3), [v % P for v in line]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        wrong = list(check(file.read(), *sys.argv[2:]))
    print("\n".join(wrong) or "Every die matches the seed, the words, its round and its key.")
    sys.exit(bool(wrong))
