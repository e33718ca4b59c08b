"""The sentence encoder's file, as core/document/encoding/read-encoder.ts reads it."""
import json
import struct

import numpy as np

MAGIC = b"ENC1"


def blocks(w):
    """Four bits a number and a scale for 32: the scale that errs least."""
    x = w.reshape(-1, 32).astype(np.float64)
    largest = x[np.arange(len(x)), np.abs(x).argmax(1)]
    least = np.full(len(x), np.inf)
    scale, whole = np.zeros(len(x)), np.zeros_like(x)
    for part in np.linspace(0.8, 1.1, 13):
        d = (-largest / 8 * part).astype(np.float16).astype(np.float64)
        d[d == 0] = 2.0**-24
        q = np.clip(np.round(x / d[:, None]), -8, 7)
        error = ((q * d[:, None] - x) ** 2).sum(1)
        better = error < least
        least[better], scale[better], whole[better] = error[better], d[better], q[better]
    out = np.zeros((len(x), 18), np.uint8)
    out[:, :2] = scale.astype("<f2")[:, None].view(np.uint8)
    u = (whole + 8).astype(np.uint8)
    out[:, 2:] = u[:, :16] | (u[:, 16:] << 4)
    return out.tobytes()


def from_blocks(data):
    r = np.frombuffer(data, np.uint8).reshape(-1, 18)
    d = r[:, :2].copy().view("<f2").astype(np.float32)
    q = r[:, 2:]
    return (np.concatenate([q & 15, q >> 4], 1).astype(np.float32) - 8) * d


def rows(w):
    """Eight bits a number and a scale for a row."""
    scale = (np.abs(w).max(1, keepdims=True) / 127).astype("<f4")
    return scale.tobytes() + np.clip(np.round(w / scale), -127, 127).astype(np.int8).tobytes()


def from_rows(data, count):
    scale = np.frombuffer(data, "<f4", count)
    return np.frombuffer(data, np.int8, offset=4 * count).reshape(count, -1) * scale[:, None]


PACKERS = {"q4": blocks, "q8": rows, "f32": lambda w: w.astype("<f4").tobytes()}


def write(path, header, tensors):
    """tensors: name -> array; header['packed']: name -> kind, of those that are not `f32`."""
    blob, table = bytearray(), []
    for name, value in tensors.items():
        kind = header["packed"].get(name, "f32")
        data = PACKERS[kind](value)
        blob.extend(b"\0" * (-len(blob) % 8))
        table.append([name, kind, list(value.shape), len(blob), len(data)])
        blob.extend(data)
    facts = {key: value for key, value in header.items() if key != "packed"}
    text = json.dumps({**facts, "tensors": table}, ensure_ascii=False, separators=(",", ":"))
    head = text.encode()
    head += b" " * (-len(head) % 8)
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<I", len(head)) + head + bytes(blob))


def read(path):
    data = open(path, "rb").read()
    assert data[:4] == MAGIC
    (size,) = struct.unpack_from("<I", data, 4)
    header = json.loads(data[8 : 8 + size])
    tensors, packed = {}, {}
    for name, kind, shape, offset, count in header.pop("tensors"):
        part = data[8 + size + offset : 8 + size + offset + count]
        if kind == "q4":
            value = from_blocks(part)
        elif kind == "q8":
            value = from_rows(part, shape[0])
        else:
            value = np.frombuffer(part, "<f4")
        tensors[name] = value.reshape(shape).astype(np.float32)
        if kind != "f32":
            packed[name] = kind
    return {**header, "packed": packed}, tensors
