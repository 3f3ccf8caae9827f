// Compiled from OffchainResolver.sol by `npm run compile`; do not edit.
export const offchainResolverAbi = [
  {
    "inputs": [],
    "name": "x",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const
export const offchainResolverBytecode = '0x6080604052348015600f57600080fd5b50604780601d6000396000f3fe6080604052348015600f57600080fd5b506004361060285760003560e01c80630c55699c14602d575b600080fd5b603560005481565b60405190815260200160405180910390f3' as const
export const offchainResolverDeployedBytecode = '0x6080604052348015600f57600080fd5b506004361060285760003560e01c80630c55699c14602d575b600080fd5b603560005481565b60405190815260200160405180910390f3' as const
