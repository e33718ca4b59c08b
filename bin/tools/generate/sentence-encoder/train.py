"""Teaches the sentence encoder to sort clauses:

    python train.py BASE.bin VISITS.jsonl OUT.bin [EPOCHS]

With PyTorch on a processor, some forty minutes. Of the visits one in forty is left out and counted
after each round, and so is its other form, without marks ("~"). A clause's loss is the mean over
what its label allows, as in learn.ts.
"""
import json
import random
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import encoder_file

RUN, BEFORE, STEP = 126, 40, 76
BATCH, RATE, HEAD_RATE, DROP, LEFT_OUT = 12, 2e-4, 1e-3, 0.1, 40
base, visits_path, out, *rest = sys.argv[1:]
epochs = int(rest[0]) if rest else 6
torch.manual_seed(1)
random.seed(1)
header, given = encoder_file.read(base)
width, heads = header["width"], header["heads"]
visits = [json.loads(line) for line in open(visits_path)]
whole = [visit for visit in visits if not visit["id"].endswith("~")]
left_out = whole[::LEFT_OUT]
kept_back = {visit["id"] for visit in left_out}
learned = [visit for visit in visits if visit["id"].rstrip("~") not in kept_back]
fixed = {"scores", "pieces"}
tensors = nn.ParameterDict(
    {
        name.replace(".", "_"): nn.Parameter(torch.from_numpy(value.copy()), name not in fixed)
        for name, value in given.items()
    }
)


def tensor(name):
    return tensors[name.replace(".", "_")]


def linear(x, name):
    return F.linear(x, tensor(name), tensor(f"{name}.bias"))


def norm(x, name):
    return F.layer_norm(x, (width,), tensor(f"{name}.weight"), tensor(f"{name}.bias"), 1e-12)


def encode(pieces, speakers, mask, drop):
    x = tensor("pieces")[pieces] + tensor("places")[: pieces.shape[1]]
    x = x + tensor("speakers")[speakers]
    x = F.dropout(norm(x, "embedded"), drop)
    many, long, _ = x.shape
    for at in range(header["layers"]):
        q, k, v = linear(x, f"{at}.attend").view(many, long, 3, heads, -1).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
        a = linear(a.transpose(1, 2).reshape(many, long, width), f"{at}.gather")
        x = norm(x + F.dropout(a, drop), f"{at}.attended")
        wide = linear(F.gelu(linear(x, f"{at}.widen")), f"{at}.narrow")
        x = norm(x + F.dropout(wide, drop), f"{at}.narrowed")
    return x


def sort(runs, drop):
    """runs: (visit, start, end, clauses) -> logits and labels of all clauses."""
    long = max(end - start for _, start, end, _ in runs) + 2
    pieces = torch.full((len(runs), long), header["pad"])
    speakers = torch.zeros(len(runs), long, dtype=torch.long)
    mask = torch.zeros(len(runs), long, dtype=torch.bool)
    at, row, may, weight = [], [], [], []
    for number, (visit, start, end, clauses) in enumerate(runs):
        count = end - start
        own = [header["begin"], *visit["pieces"][start:end], header["end"]]
        pieces[number, : count + 2] = torch.tensor(own)
        speakers[number, 1 : count + 1] = torch.tensor(visit["speakers"][start:end])
        mask[number, : count + 2] = True
        rows = {clause: len(may) + order for order, clause in enumerate(clauses)}
        may += [visit["may"][clause] for clause in clauses]
        weight += [visit["weight"][clause] for clause in clauses]
        for place in range(start, end):
            if visit["clauses"][place] in rows:
                at.append(number * long + 1 + place - start)
                row.append(rows[visit["clauses"][place]])
    with torch.autocast("cpu", torch.bfloat16):
        x = encode(pieces, speakers, mask, drop).reshape(-1, width).float()[at]
        row = torch.tensor(row)
        counts = torch.bincount(row, minlength=len(may))[:, None]
        mean = torch.zeros(len(may), width).index_add(0, row, x) / counts
        most = torch.full((len(may), width), -1e4)
        most = most.scatter_reduce(0, row[:, None].expand(-1, width), x, "amax")
        pooled = F.dropout(torch.cat([mean, most], 1), drop)
        logits = linear(F.dropout(F.gelu(linear(pooled, "pooled")), drop), "classes").float()
    allowed = torch.zeros(len(may), logits.shape[1], dtype=torch.bool)
    for number, classes in enumerate(may):
        allowed[number, classes] = True
    return logits, allowed, torch.tensor(weight, dtype=torch.float32)


def runs_of(chosen, random_start):
    runs = []
    for visit in chosen:
        first, long = {}, len(visit["pieces"])
        for place, clause in enumerate(visit["clauses"]):
            if clause >= 0:
                first.setdefault(clause, place)
        step = RUN if random_start else STEP
        for begin in range(-random.randrange(RUN) if random_start else 0, long, step):
            wanted = [clause for clause, place in first.items() if begin <= place < begin + step]
            start = max(0, begin if random_start else begin - BEFORE)
            end = min(long, (begin if random_start else start) + RUN)
            if wanted:
                runs.append((visit, start, end, wanted))
    return runs


head = [tensor(f"{name}{end}") for name in ("pooled", "classes") for end in ("", ".bias")]
head.append(tensor("speakers"))
known = {id(each) for each in head}
body = [each for each in tensors.values() if each.requires_grad and id(each) not in known]
groups = [{"params": body, "lr": RATE}, {"params": head, "lr": HEAD_RATE}]
optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
total = max(1, epochs * (len(runs_of(learned, True)) // BATCH + 1))
shape = lambda step: min(1, (step + 1) / (total * 0.08)) * max(0.02, 1 - step / total)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, shape)
for epoch in range(epochs):
    runs = runs_of(learned, True)
    random.shuffle(runs)
    for at in range(0, len(runs), BATCH):
        logits, allowed, weight = sort(runs[at : at + BATCH], DROP)
        likely = F.log_softmax(logits, 1).masked_fill(~allowed, -1e4).logsumexp(1)
        loss = -(likely * weight).sum() / weight.sum().clamp_min(1)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(tensors.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    right = total_left = 0.0
    with torch.no_grad():
        runs = runs_of(left_out, False)
        for at in range(0, len(runs), 32):
            logits, allowed, weight = sort(runs[at : at + 32], 0)
            hit = allowed.gather(1, logits.argmax(1, keepdim=True))[:, 0]
            right += (hit * (weight > 0)).sum().item()
            total_left += (weight > 0).sum().item()
    share = right / total_left
    print(f"round {epoch}: {share:.4f} of {total_left:.0f} left out are right", flush=True)
encoder_file.write(out, header, {name: tensor(name).detach().numpy() for name in given})
