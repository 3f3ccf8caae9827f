import type { Tool } from './tool.ts'
import { readTools } from './tools/reads.ts'
import { writeTools } from './tools/writes.ts'

export const tools: readonly Tool[] = [...readTools, ...writeTools]
