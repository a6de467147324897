"""Check the dice of a Grognard game: python verify_dice.py dice.txt (Python 3.8 or later)."""

import hashlib
import hmac
import json
import sys


def check(text):
    """Yield the faults of a record of dice; none when every die is right."""
    above, _, total = text.replace("\r\n", "\n").rpartition("sum: ")
    if total != hashlib.sha256(above.encode()).hexdigest() + "\n":
        yield "the file was changed or is incomplete: its checksum is wrong"
    lines = above.split("\n")
    head = dict(line.split(": ", 1) for line in lines[1:6])
    seed, salts = bytes.fromhex(head["seed"]), "/".join(json.loads(head["salts"]))
    if hashlib.sha256(seed).hexdigest() != head["commitment"]:
        yield "the seed is not the one promised"
    dice = [line.split()[:3] for line in lines[6:] if line]
    if len(dice) != int(head["dice"]) or len({key for key, _, _ in dice}) != len(dice):
        yield "dice are missing, or a key is used twice"
    for key, sides, face in dice:
        mac = hmac.new(seed, (salts + "/" + key).encode(), hashlib.sha256).digest()
        due = int.from_bytes(mac, "big") % int(sides[1:]) + 1
        if int(face) != due:
            yield f"{key}: {face} was rolled, should be {due}"
    print(f"{len(dice)} dice; the seed's SHA-256 must be the one posted at the start: {head['commitment']}")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        wrong = list(check(file.read()))
    print("\n".join(wrong) or "Every die matches the seed, the words and its key.")
    sys.exit(bool(wrong))
