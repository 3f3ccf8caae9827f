import type { Tool } from './tool.ts'
import { domainTools } from './tools/domains.ts'
import { readTools } from './tools/reads.ts'
import { issueTable } from './tools/table.ts'
import { writeTools } from './tools/writes.ts'

export const tools: readonly Tool[] = [...readTools, ...domainTools, ...writeTools, issueTable]
