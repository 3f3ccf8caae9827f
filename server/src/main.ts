#!/usr/bin/env node
import { runCommandLine } from './commands/command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2))
// A failed start may have left connections open.
if (process.exitCode !== 0) process.exit()
