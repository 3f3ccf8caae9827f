/** Draws indexes below `count` by Zipf's law with exponent 1, the same ones in each run. */
export function zipf(count: number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let index = 0; index < count; index++) {
    sum += 1 / (index + 1)
    sums[index] = sum
  }
  const random = mulberry32(1)
  return () => firstAbove(sums, random() * sum)
}

/** The index of the first sum above `value`, by bisection. */
function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** From 0 to 1, by the generator of that name. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
