// Starts main.ts: its build, or the sources where they are newer; with what was compiled at earlier starts. Plain
// JavaScript, because stripping the types of this file alone would load what strips them: 50 ms and 15 MiB.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { findCurrentBuild } from './current-build.js'

// A folder that cannot be written is no failure, only a slower start.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/byname', import.meta.url)))
await import(findCurrentBuild() ?? './src/main.ts')
