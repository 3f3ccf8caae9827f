/** Opens each database whose URL it reads in a line, and prints `opened` or the error. */
import { createInterface } from 'node:readline'
import { openStore } from '../../../src/store/store.ts'

async function openAndClose(url: string): Promise<string> {
  try {
    const store = await openStore({ url })
    await store.close()
    return 'opened'
  } catch (error) {
    return String(error)
  }
}

process.stdout.write('ready\n')
for await (const url of createInterface(process.stdin)) process.stdout.write(`${await openAndClose(url)}\n`)
