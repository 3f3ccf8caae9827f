import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'
import { startTestService } from '../support/service.ts'
import { heldName, picture, upload, urlOf } from '../support/uploads.ts'
it('x', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'byname-moved-'))
  const before = await startTestService(undefined, { DATA_DIR: folder })
  console.log('started')
  const image = await picture().png().toBuffer()
  const { pathname } = new URL(urlOf(await upload(before, await heldName(before), image)))
  console.log('uploaded', pathname)
  await before.stop()
  console.log('stopped')
  const after = await startTestService(undefined, { DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/other.db` })
  console.log('after')
  const r = await fetch(after.url + pathname)
  console.log('fetched', r.status)
  if (process.env['READ']) await r.arrayBuffer()
  await after.stop()
  console.log('stopped')
  await rm(folder, { recursive: true })
}, 10000)
