/**
 * C++ for whisper-server: the table of `prepared-ngrams.ts`, and how it shifts what the recognizer
 * is about to choose ("shallow fusion": Gulcehre and others 2015). Words are weighed against each
 * other and against a number, whichever it is: no table says what a dose or a pressure is. How
 * probable text is beside a time or the end stays as it was.
 */
export const NGRAM_SOURCE = `
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

struct ngram_table {
    std::vector<uint64_t> keys;
    std::vector<uint32_t> places, totals;
    std::vector<uint16_t> pairs;
};

struct ngram_model {
    uint32_t n = 0;
    float weight = 0, least = 1;
    double total = 0;
    std::vector<uint8_t> numbers;
    std::vector<uint32_t> counts;
    ngram_table tables[3];

    template <class T> static bool fill(FILE * file, std::vector<T> & values, size_t size) {
        values.resize(size);
        return fread(values.data(), sizeof(T), size, file) == size;
    }

    bool read(FILE * file) {
        uint32_t head[2];
        float numbers_of[2];
        if (fread(head, 4, 2, file) != 2 || head[0] != 0x33637673 || head[1] > 60000) return false;
        if (fread(numbers_of, 4, 2, file) != 2) return false;
        if (!fill(file, numbers, head[1]) || !fill(file, counts, head[1] + 1)) return false;
        for (auto & table : tables) {
            uint32_t size[2];
            if (fread(size, 4, 2, file) != 2 || size[0] > 1 << 24 || size[1] > 1 << 25) return false;
            if (!fill(file, table.keys, size[0]) || !fill(file, table.places, size[0] + 1)) return false;
            if (!fill(file, table.totals, size[0]) || !fill(file, table.pairs, 2 * (size_t) size[1])) return false;
            for (size_t i = 0; i < size[0]; i++) {
                if (table.places[i] > table.places[i + 1] || table.totals[i] == 0) return false;
            }
            if (table.places[size[0]] != size[1]) return false;
        }
        for (auto count : counts) total += count;
        n = head[1];
        weight = numbers_of[0];
        least = numbers_of[1];
        return total > 0 && least > 0;
    }

    void load(const std::string & path) {
        FILE * file = fopen(path.c_str(), "rb");
        if (!file || !read(file)) {
            fprintf(stderr, "ngrams: not read\\n");
            n = 0;
        }
        if (file) fclose(file);
    }

    // rows of the contexts of one, two and three tokens that are in the tables
    int find_rows(const whisper_token_data * tokens, int n_tokens, int eot, size_t * rows) const {
        uint64_t key = 0;
        int found = 0;
        int at = n_tokens - 1;
        for (int length = 1; length <= 3; length++) {
            while (at >= 0 && tokens[at].id >= eot) at--;
            uint64_t id = 60001;
            if (at >= 0) {
                id = tokens[at].id;
                if (id < n && numbers[id]) id = 60000;
                at--;
            }
            key |= id << (16 * (length - 1));
            const auto & keys = tables[length - 1].keys;
            const auto it = std::lower_bound(keys.begin(), keys.end(), key);
            if (it == keys.end() || *it != key) break;
            rows[found++] = it - keys.begin();
        }
        return found;
    }

    float probability(uint16_t id, const size_t * rows, int found) const {
        const float discount = 0.75f;
        float p = counts[std::min((uint32_t) id, n)] / total;
        for (int t = 0; t < found; t++) {
            const auto & table = tables[t];
            const uint32_t from = table.places[rows[t]], to = table.places[rows[t] + 1];
            const float sum = table.totals[rows[t]];
            p *= discount * (to - from) / sum;
            uint32_t low = from, high = to;
            while (low < high) {
                const uint32_t middle = (low + high) / 2;
                if (table.pairs[2 * middle] < id) low = middle + 1; else high = middle;
            }
            if (low < to && table.pairs[2 * low] == id) p += (table.pairs[2 * low + 1] - discount) / sum;
        }
        return p;
    }

    void shift(int eot, const whisper_token_data * tokens, int n_tokens, float * logits) const {
        const int size = std::min((int) n, eot);
        float highest = -INFINITY;
        for (int i = 0; i < size; i++) highest = std::max(highest, logits[i]);
        if (!std::isfinite(highest)) return;
        size_t rows[3];
        const int found = find_rows(tokens, n_tokens, eot, rows);
        // one of some twenty numbers that could stand there
        const float number = probability(60000, rows, found) / 20;
        // what is less likely by more than this the table cannot lift
        const float reach = 10;
        double before = 0, after = 0;
        for (int i = 0; i < size; i++) {
            if (logits[i] == -INFINITY) continue;
            const double was = exp(logits[i] - highest);
            before += was;
            after += was;
            if (logits[i] < highest - reach) continue;
            const float p = numbers[i] ? number : probability(i, rows, found);
            const float gain = weight * logf((p + least) / least);
            after += was * (exp(gain) - 1);
            logits[i] += gain;
        }
        const float back = log(before / after);
        for (int i = 0; i < size; i++) logits[i] += back;
    }
};

ngram_model ngrams;

} // namespace
`
