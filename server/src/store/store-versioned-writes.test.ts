import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import type { Domain } from '../model/domain.ts'
import type { NewEvent } from '../model/event.ts'
import type { Resolver } from '../model/resolver.ts'
import type { Subname } from '../model/subname.ts'
import { setBlocked } from './entities/blocks.ts'
import { appendEvents } from './entities/events.ts'
import { saveTrustedSigners } from './entities/resolvers.ts'
import { deleteSubname } from './entities/subnames.ts'
import type { Store } from './store.ts'
import type { VersionedStatement } from './tables.ts'

/** Writes of columns that lookups do not read, and parts of exported functions that require the transaction. */
const others: Readonly<Record<string, string>> = {
  'domain-changes.ts lockDomain': 'changes nothing',
  'domain-changes.ts writeColumns': 'of `writeDomain`, and of the resolver that the registry has',
  'domains.ts changeCount': 'counts',
  'domains.ts decrementSubnameCount': 'counts',
  'policies.ts indexNextNames': 'skeletons',
  'policies.ts writePolicy': 'the version of the policy',
  'write-subnames.ts insertFree': 'of `insertSubnames`',
}

test('a write of a table that lookups read requires the transaction that advances the data version', () => {
  const files = globSync(`${import.meta.dirname}/{entities,payments,postgres,sqlite}/*.ts`)
  const found = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      findWrites(readFileSync(file, 'utf8')).map((write) => ({ ...write, file: basename(file) })),
    )
  expect(found.length).toBeGreaterThan(Object.keys(others).length)
  const unversioned = found.filter(({ isVersioned }) => !isVersioned)
  expect(unversioned.map(({ file, name }) => `${file} ${name}`).sort()).toEqual(Object.keys(others).sort())
})

/** Top-level declarations with such a write. */
function findWrites(source: string): readonly { name: string; isVersioned: boolean }[] {
  const write =
    /(updateTable|insertInto|deleteFrom)\('(resolvers|domains|subnames)'\)|(update|insert into|delete from) (resolvers|domains|subnames)\b/
  return source.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((declaration) => {
    const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(declaration)?.[1]
    if (name === undefined || !write.test(declaration)) return []
    return [{ name, isVersioned: /\b(tx: VersionedTransaction|db: VersionedStatement)\b/.test(declaration) }]
  })
}

test('a write of what lookups read does not compile in a transaction that leaves the data version as it is', () => {
  const swaps = [
    (store: Store, subname: Subname) =>
      // @ts-expect-error A transaction of `db`.
      store.db.transaction().execute((tx) => deleteSubname(tx, subname)),
    (store: Store, domain: Domain) =>
      // @ts-expect-error A transaction of `db`.
      store.db.transaction().execute((tx) => setBlocked(tx, domain, { isBlocked: true, reason: null }, 1)),
    (store: Store, { id }: Resolver) =>
      // @ts-expect-error No transaction.
      saveTrustedSigners(store.db, id, ''),
    (store: Store, write: (db: VersionedStatement) => Promise<void>) =>
      // @ts-expect-error No statement of the writer.
      write(store.db),
  ]
  expect(swaps).toHaveLength(4)
})

test('an event cannot be appended outside a transaction', () => {
  const append = (store: Store, event: NewEvent) =>
    // @ts-expect-error No transaction.
    appendEvents(store.db, event)
  expect(append).toHaveLength(2)
})
