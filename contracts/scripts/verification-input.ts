import { composeStandardInput, solidityFolders } from './solidity.ts'

const [resolver] = solidityFolders
if (!resolver) throw new Error('There is no folder of contracts.')
console.log(JSON.stringify(await composeStandardInput(resolver.sources, resolver), null, 2))
