import { parseAbi } from 'viem'

export const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
])

export const baseRegistrarAbi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function nameExpires(uint256 id) view returns (uint256)',
])

export const nameWrapperAbi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function canModifyName(bytes32 node, address account) view returns (bool)',
])

export const universalResolverAbi = parseAbi([
  'function findResolver(bytes name) view returns (address resolver, bytes32 node, uint256 offset)',
  'function ROOT_REGISTRY() view returns (address)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string primary, address resolver, address reverseResolver)',
])

/** Resolvers: records (ENSIP-5, 7, 9, 24), key lists, multicall. */
export const recordsAbi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function data(bytes32 node, string key) view returns (bytes)',
  'function multicall(bytes[] calls) view returns (bytes[])',
  'function supportedTextKeys(bytes32 node) view returns (string[])',
  'function records() view returns (string[])',
])

/** Ids are labelhashes as numbers. */
export const v2RegistryAbi = parseAbi([
  'struct State { uint8 status; uint64 expiry; address latestOwner; uint256 tokenId; uint256 resource; }',
  'function getSubregistry(string label) view returns (address)',
  'function getState(uint256 anyId) view returns (State)',
  'function hasRoles(uint256 anyId, uint256 roleBitmap, address account) view returns (bool)',
])

/** Forwards to another resolver, as the mirrors between ENSv1 and ENSv2 do. */
export const compositeResolverAbi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function getResolver(bytes name) view returns (address resolver, bool offchain)',
])

/** ERC-1271. */
export const walletAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
