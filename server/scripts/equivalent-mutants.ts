/** Mutants that change nothing that a caller can see, with the reason. */
export const equivalentMutants: readonly {
  readonly file: string
  /** The text of its line, without indentation. */
  readonly line: string
  readonly change: string
  readonly reason: string
}[] = [
  {
    file: 'server/src/store/entities/domains.ts',
    line: '.limit(1)',
    change: '1 → (1 + 1)',
    reason: 'the first row is taken',
  },
  {
    file: 'server/src/store/postgres/create-subname.ts',
    line: '.else(eb.lit(-1))',
    change: '1 → (1 + 1)',
    reason: 'the check constraint rejects every negative count',
  },
  {
    file: 'server/src/webhook/retries.ts',
    line: 'const state = attempted.reduce(breakerAfter, { ...webhook, isSlowedDown: false, retryAfterMs: 0 })',
    change: '0 → (0 + 1)',
    reason: 'a Retry-After of a millisecond is shorter than every delay',
  },
  {
    file: 'server/src/webhook/retries.ts',
    line: 'retryAfterMs: 0,',
    change: '0 → (0 + 1)',
    reason: 'a Retry-After of a millisecond is shorter than every delay',
  },
  {
    file: 'server/src/webhook/retries.ts',
    line: "if (outcome === 'delivered' || retryDelayMs(delivery.attempts.length + 1, 0) !== undefined) return false",
    change: '0 → (0 + 1)',
    reason: 'whether there is a delay does not depend on the random number',
  },
  {
    file: 'server/src/webhook/retries.ts',
    line: "if (status === null) return 'failed'",
    change: 'status === null → false',
    reason: 'null is no 2xx and in no list',
  },
  {
    file: 'server/src/webhook/retries.ts',
    line: 'export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number | undefined {',
    change: '0 → (0 + 1)',
    reason: 'a Retry-After of a millisecond is shorter than every delay',
  },
  ...[
    'read',
    'names:write',
    'names:revoke',
    'claim-page:write',
    'domains:write',
    'keys:write',
    'members:write',
    'admin',
  ].map((permission) => ({
    file: 'server/src/core/auth/access.ts',
    line: `'${permission}',`,
    change: `'${permission}', → `,
    reason: 'the list is a type, and what an administrator may do is decided before it is read',
  })),
  {
    file: 'server/src/core/auth/siwe.ts',
    line: 'const [year = 0, month = 0, day = 0, hour = 0] = text.split(/[-T:]/).map(Number)',
    change: '0 → (0 + 1)',
    reason: 'the pattern of times has all four',
  },
  {
    file: 'server/src/http/credentials/own-origin.ts',
    line: `const url = host === undefined ? null : URL.parse(\`\${protocol}://\${host}\`)`,
    change: 'host === undefined → false',
    reason: 'the text of undefined is no host of this machine',
  },
  {
    file: 'server/src/http/credentials/own-origin.ts',
    line: 'const page = origin === undefined ? undefined : URL.parse(origin)?.origin',
    change: 'origin === undefined → false',
    reason: 'the text of undefined is no URL',
  },
  ...[
    ['const keys = new LRUCache<string, string>({ max: 1000 })', '1000 → (1000 + 1)'],
    ['const maxCachedLength = 64', '64 → (64 + 1)'],
    ['if (cached !== undefined) return cached', 'cached !== undefined → false'],
    ['if (ip.length <= maxCachedLength) keys.set(ip, key)', 'ip.length <= maxCachedLength → true'],
    ['if (ip.length <= maxCachedLength) keys.set(ip, key)', 'ip.length <= maxCachedLength → false'],
    ['if (ip.length <= maxCachedLength) keys.set(ip, key)', '<= → <'],
    ['if (ip.length <= maxCachedLength) keys.set(ip, key)', 'keys.set(ip, key) → ;'],
  ].map(([line = '', change = '']) => ({
    file: 'server/src/http/rate-limit/client-key.ts',
    line,
    change,
    reason: 'the key of an address is the same with and without the cache',
  })),
  {
    file: 'server/src/policy/rules.ts',
    line: 'if (removedAt === undefined) return undefined',
    change: 'removedAt === undefined → false',
    reason: 'no time is before the sum, which is not a number then',
  },
  {
    file: 'server/src/core/page.ts',
    line: "return Buffer.concat([tag, cipher.update(text), cipher.final()]).toString('base64url')",
    change: 'cipher.final() → ',
    reason: 'a stream cipher has no last block',
  },
  {
    file: 'server/src/core/page.ts',
    line: 'const text = Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()])',
    change: 'decipher.final() → ',
    reason: 'a stream cipher has no last block',
  },
  {
    file: 'server/src/core/page.ts',
    line: 'if (bytes.length <= tagBytes) return undefined',
    change: '<= → <',
    reason: 'no position is an empty text, so no tag is that of one',
  },
  {
    file: 'server/src/core/page.ts',
    line: 'if (value !== against) return value < against ? -1 : 1',
    change: '< → <=',
    reason: 'the two differ',
  },
  {
    file: 'server/src/core/page.ts',
    line: 'if (value !== against) return value < against ? -1 : 1',
    change: '1 → (1 + 1)',
    reason: 'only the sign counts',
  },
  {
    file: 'server/src/store/entities/rates.ts',
    line: '.toSorted((a, b) => (a.id < b.id ? -1 : 1))',
    change: '< → <=',
    reason: 'no two charges have one id',
  },
  {
    file: 'server/src/store/entities/rates.ts',
    line: '.toSorted((a, b) => (a.id < b.id ? -1 : 1))',
    change: '1 → (1 + 1)',
    reason: 'only the sign counts',
  },
  {
    file: 'server/src/core/write-budgets.ts',
    line: "if (!longest) throw new Error('No budget is exceeded.')",
    change: '!longest → false',
    reason: 'some budget is exceeded where it is called',
  },
  {
    file: 'server/src/core/write-budgets.ts',
    line: "if (!longest) throw new Error('No budget is exceeded.')",
    change: "throw new Error('No budget is exceeded.') → ;",
    reason: 'some budget is exceeded where it is called',
  },
  ...['const namesPerPage = 500', 'const eventsPerPage = 500'].map((line) => ({
    file: 'server/src/core/archives/export.ts',
    line,
    change: '500 → (500 + 1)',
    reason: 'how much is read at a time is not seen in the file',
  })),
  ...[
    [
      'server/src/gateway/abi.ts',
      "if (length === undefined || at + length >= wire.length) throw malformed('is truncated')",
      '+ → -',
      'no length follows a label beyond the end, which is rejected next',
    ],
    [
      'server/src/gateway/digest.ts',
      "if (scheme === 'published') return",
      "scheme === 'published' → false",
      'what follows the resolver is written afterwards',
    ],
    [
      'server/src/gateway/former-result.ts',
      'throw error',
      'throw error → ;',
      'reading throws no other error',
    ],
    [
      'server/src/gateway/merkle-tree.ts',
      'for (let at = 0; at < nodes.length; at += 2) {',
      '< → <=',
      'there is no node behind the last one',
    ],
    [
      'server/src/gateway/merkle-tree.ts',
      'if (left) parents.push(right ? hashPair(left, right) : left)',
      'left → true',
      'the index is within the nodes',
    ],
    [
      'server/src/gateway/merkle-tree.ts',
      'const isSorted = Buffer.compare(one, other) <= 0',
      '<= → <',
      'equal hashes have one order',
    ],
    [
      'server/src/gateway/result-shape.ts',
      'if (!result) return false',
      'false → true',
      'there is an item for each call where one is compared',
    ],
    [
      'server/src/signing/fair-lane.ts',
      'for (let before = -1; before < taken.length; ) {',
      '1 → (1 + 1)',
      'each number below 0 lets the loop begin',
    ],
    [
      'server/src/core/lookup/ask-former.ts',
      'return !isErrorResult(result) && decodeItems(result)?.length === calls.length',
      '&& → ||',
      'a list of another length is no result of the multicall',
    ],
    [
      'server/src/facades/namestone/input.ts',
      'throw error instanceof AppError ? badRequest(invalid, error) : error',
      'error instanceof AppError → true',
      'normalizing a text throws no other error',
    ],
    [
      'server/src/facades/namestone/input.ts',
      "throw error instanceof AppError ? badRequest('Invalid contenthash', error) : error",
      'error instanceof AppError → true',
      'parsing a text throws no other error',
    ],
  ].map(([file = '', line = '', change = '', reason = '']) => ({ file, line, change, reason })),
  ...[
    ['export const stateAt = 0', '0 → (0 + 1)', 'nothing else lies there'],
    ['const constantsAt = 256', '256 → (256 + 1)', 'nothing else lies there'],
    ['export const blocksAt = 512', '512 → (512 + 1)', 'nothing else lies there'],
    [
      'export const maxBlocks = Math.floor((65_536 - blocksAt) / rate)',
      '65_536 → (65_536 + 1)',
      'as many blocks fit',
    ],
    ['const i64Locals = 2 * lanes + 15', '2 → (2 + 1)', 'locals that no instruction uses'],
    ['const i64Locals = 2 * lanes + 15', '15 → (15 + 1)', 'locals that no instruction uses'],
    ["...['~&', '!|', '&', '|', '&'],", "'&' → ", 'the form of a lane that is not listed'],
    [
      'if (register & 1) constants[at] = (constants[at] ?? 0) | (1 << (position & 7))',
      '0 → (0 + 1)',
      'there is a byte at each index',
    ],
    ...[
      ['for (let lane = 0; lane < lanes; lane++)', '< → <='],
      ['for (let row = 0; row < lanes; row += 5) {', '< → <='],
      ...[
        'for (let x = 0; x < 5; x++) this.#chi(row + x).set(to(row + x))',
        'for (let x = 0; x < 5; x++) {',
        'for (let x = 0; x < 5; x++)',
      ].flatMap((line) => [
        [line, '< → <='],
        [line, '5 → (5 + 1)'],
      ]),
    ].map(([line = '', change = '']) => [line, change, 'what it writes is written again before it is read']),
    ['const { [lane]: source = 0 } = sources', '0 → (0 + 1)', 'there is a source for each lane'],
    [
      'this.i64Const(BigInt(rotations[source] ?? 0)).i64Rotl()',
      '0 → (0 + 1)',
      'there is a rotation for each lane',
    ],
    [
      '...{ locals: { i32: 2, i64: i64Locals }, body, memoryPages: 1 },',
      '1 → (1 + 1)',
      'a page that nothing uses',
    ],
  ].map(([line = '', change = '', reason = '']) => ({
    file: 'keccak/src/keccak-module.ts',
    line,
    change,
    reason,
  })),
  ...[
    ['const stateBytes = 200', '200 → (200 + 1)', 'nothing lies behind the state'],
    [
      'return api ? new api.Instance(new api.Module(keccakModule())).exports : null',
      'api → true',
      'the exception is caught',
    ],
    ['bytes.fill(0, endAt, lastAt + 1)', '1 → (1 + 1)', 'the byte behind the blocks is not hashed'],
    ['bytes[lastAt] = (bytes[lastAt] ?? 0) | 0x80', '0 → (0 + 1)', 'there is a byte at each index'],
    [
      'absorbLast(at === 0 ? input : input.subarray(at))',
      'at === 0 → false',
      'the part from 0 on is the input',
    ],
    ['absorbLast(at === 0 ? input : input.subarray(at))', '0 → (0 + 1)', 'the part from 0 on is the input'],
  ].map(([line = '', change = '', reason = '']) => ({
    file: 'keccak/src/wasm-keccak.ts',
    line,
    change,
    reason,
  })),
]
