// Compiled from BynameResolver.sol by `npm run compile`; do not edit.
export const bynameResolverAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "initialOwner",
        "type": "address"
      },
      {
        "internalType": "string[]",
        "name": "initialUrls",
        "type": "string[]"
      },
      {
        "internalType": "address[]",
        "name": "initialSigners",
        "type": "address[]"
      },
      {
        "internalType": "uint64",
        "name": "initialGrace",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "initialNotice",
        "type": "uint64"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [],
    "name": "AlreadyFrozen",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "AlreadySigner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "expires",
        "type": "uint64"
      },
      {
        "internalType": "uint256",
        "name": "timestamp",
        "type": "uint256"
      }
    ],
    "name": "AnswerExpired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "until",
        "type": "uint64"
      }
    ],
    "name": "ChangeExpired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "name": "DepthTooLarge",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "EmptyUrl",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "grace",
        "type": "uint64"
      }
    ],
    "name": "GraceTooShort",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidName",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidRecordSet",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "InvalidSealProof",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "length",
        "type": "uint256"
      }
    ],
    "name": "InvalidSignatureLength",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "InvalidSignatureS",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      }
    ],
    "name": "InvalidSignatureV",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "length",
        "type": "uint256"
      }
    ],
    "name": "InvalidTile",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidTree",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Irrevocable",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "expires",
        "type": "uint64"
      },
      {
        "internalType": "uint256",
        "name": "latest",
        "type": "uint256"
      }
    ],
    "name": "LifetimeTooLong",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "MalformedSet",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NestedLookup",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NoConsent",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NoFiles",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NoUrls",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "NodeMismatch",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "NotAnchor",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotAuthorized",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotDark",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "NotOwner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "NotPendingOwner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "readyAt",
        "type": "uint64"
      }
    ],
    "name": "NotReady",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "NotRecovery",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotSignedByDelegate",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotSignedByHolder",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "NotSigner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "internalType": "string[]",
        "name": "urls",
        "type": "string[]"
      },
      {
        "internalType": "bytes",
        "name": "callData",
        "type": "bytes"
      },
      {
        "internalType": "bytes4",
        "name": "callbackFunction",
        "type": "bytes4"
      },
      {
        "internalType": "bytes",
        "name": "extraData",
        "type": "bytes"
      }
    ],
    "name": "OffchainLookup",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "depth",
        "type": "uint256"
      }
    ],
    "name": "PathTooDeep",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "sequence",
        "type": "uint64"
      }
    ],
    "name": "SequenceTooLow",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      }
    ],
    "name": "SetExpired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "sequence",
        "type": "uint64"
      }
    ],
    "name": "SetSuperseded",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "TooManyTrees",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "offset",
        "type": "uint256"
      }
    ],
    "name": "UnorderedKey",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "UnrecoverableSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint8",
        "name": "kind",
        "type": "uint8"
      }
    ],
    "name": "UnsupportedKind",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "UntrustedSigner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "expected",
        "type": "bytes32"
      }
    ],
    "name": "WrongFile",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroOwner",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroRoot",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroSigner",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "logRoot",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "logSize",
        "type": "uint64"
      }
    ],
    "name": "Beat",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "string[]",
        "name": "urls",
        "type": "string[]"
      }
    ],
    "name": "FilesChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [],
    "name": "Frozen",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "address",
        "name": "anchor",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint40",
        "name": "delay",
        "type": "uint40"
      }
    ],
    "name": "HeartbeatChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [],
    "name": "HeartbeatStopped",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "address",
        "name": "issuer",
        "type": "address"
      }
    ],
    "name": "IssuerChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "name",
        "type": "bytes"
      },
      {
        "indexed": false,
        "internalType": "string[]",
        "name": "rpcURLs",
        "type": "string[]"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "chainId",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "baseRegistry",
        "type": "address"
      }
    ],
    "name": "MetadataChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "unsealableAt",
        "type": "uint64"
      }
    ],
    "name": "NoticeGiven",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "NoticeWithdrawn",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "pendingOwner",
        "type": "address"
      }
    ],
    "name": "OwnershipTransferStarted",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "previousOwner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "newOwner",
        "type": "address"
      }
    ],
    "name": "OwnershipTransferred",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "holder",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "kind",
        "type": "uint8"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "readyAt",
        "type": "uint64"
      }
    ],
    "name": "RecoveryStarted",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "name": "SealTreeAdded",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "replaceableAt",
        "type": "uint64"
      }
    ],
    "name": "SealTreeAnnounced",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "name": "SealTreesReplaced",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "holder",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "kind",
        "type": "uint8"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "recovery",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "sequence",
        "type": "uint64"
      }
    ],
    "name": "Sealed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "SignerAdded",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "SignerRemoved",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "Unsealed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "string[]",
        "name": "urls",
        "type": "string[]"
      }
    ],
    "name": "UrlsChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "name",
        "type": "bytes"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "verifier",
        "type": "address"
      }
    ],
    "name": "VerifierChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "name": "ZoneChanged",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "CHANGE_TYPE",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "MAX_DEPTH",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "MAX_LIFETIME",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "MAX_SEAL_TREES",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "RECOVERY_DELAY",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "acceptOwnership",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "name": "addSealTree",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "addSigner",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "anchor",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "name": "announceSealTree",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "newRoot",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "newDepth",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "logRoot",
        "type": "bytes32"
      },
      {
        "internalType": "uint64",
        "name": "logSize",
        "type": "uint64"
      }
    ],
    "name": "beat",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "node",
            "type": "bytes32"
          },
          {
            "internalType": "address",
            "name": "holder",
            "type": "address"
          },
          {
            "internalType": "uint8",
            "name": "kind",
            "type": "uint8"
          },
          {
            "internalType": "address",
            "name": "recovery",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "sequence",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "until",
            "type": "uint64"
          }
        ],
        "internalType": "struct Seals.Change",
        "name": "next",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "authorization",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "consent",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "proof",
        "type": "bytes"
      }
    ],
    "name": "change",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "node",
            "type": "bytes32"
          },
          {
            "internalType": "address",
            "name": "holder",
            "type": "address"
          },
          {
            "internalType": "uint8",
            "name": "kind",
            "type": "uint8"
          },
          {
            "internalType": "address",
            "name": "recovery",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "sequence",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "until",
            "type": "uint64"
          }
        ],
        "internalType": "struct Seals.Change",
        "name": "next",
        "type": "tuple"
      }
    ],
    "name": "changeDigest",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "delay",
    "outputs": [
      {
        "internalType": "uint40",
        "name": "",
        "type": "uint40"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "request",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "result",
        "type": "bytes"
      },
      {
        "internalType": "uint64",
        "name": "expires",
        "type": "uint64"
      }
    ],
    "name": "digest",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "files",
    "outputs": [
      {
        "internalType": "string[]",
        "name": "",
        "type": "string[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "finishRecovery",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "newRoot",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "newDepth",
        "type": "uint8"
      }
    ],
    "name": "freeze",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "frozen",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "getResolver",
    "outputs": [
      {
        "internalType": "address",
        "name": "resolver",
        "type": "address"
      },
      {
        "internalType": "bool",
        "name": "offchain",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "giveNotice",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "grace",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "isDark",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "isSigner",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "issuer",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "lastBeat",
    "outputs": [
      {
        "internalType": "uint40",
        "name": "",
        "type": "uint40"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "metadata",
    "outputs": [
      {
        "internalType": "string[]",
        "name": "",
        "type": "string[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "notice",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "owner",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "pendingOwner",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "recoveries",
    "outputs": [
      {
        "internalType": "address",
        "name": "holder",
        "type": "address"
      },
      {
        "internalType": "uint8",
        "name": "kind",
        "type": "uint8"
      },
      {
        "internalType": "uint64",
        "name": "readyAt",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "recoveryOf",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      }
    ],
    "name": "removeSigner",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "replaceSealTrees",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "requiresOffchain",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "name",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "data",
        "type": "bytes"
      }
    ],
    "name": "resolve",
    "outputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "response",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "extraData",
        "type": "bytes"
      }
    ],
    "name": "resolveByHolder",
    "outputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "response",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "extraData",
        "type": "bytes"
      }
    ],
    "name": "resolveByProvenHolder",
    "outputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "response",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "extraData",
        "type": "bytes"
      }
    ],
    "name": "resolveFromFile",
    "outputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "response",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "extraData",
        "type": "bytes"
      }
    ],
    "name": "resolveWithProof",
    "outputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      }
    ],
    "name": "rootDigest",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "sealTrees",
    "outputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "root",
            "type": "bytes32"
          },
          {
            "internalType": "uint8",
            "name": "depth",
            "type": "uint8"
          }
        ],
        "internalType": "struct Seals.SealTree[]",
        "name": "",
        "type": "tuple[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "seals",
    "outputs": [
      {
        "internalType": "address",
        "name": "holder",
        "type": "address"
      },
      {
        "internalType": "uint8",
        "name": "kind",
        "type": "uint8"
      },
      {
        "internalType": "uint64",
        "name": "sequence",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "string[]",
        "name": "newUrls",
        "type": "string[]"
      }
    ],
    "name": "setFiles",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "newAnchor",
        "type": "address"
      },
      {
        "internalType": "uint40",
        "name": "newDelay",
        "type": "uint40"
      }
    ],
    "name": "setHeartbeat",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "newIssuer",
        "type": "address"
      }
    ],
    "name": "setIssuer",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "string[]",
        "name": "newRpcUrls",
        "type": "string[]"
      }
    ],
    "name": "setMetadata",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "string[]",
        "name": "newUrls",
        "type": "string[]"
      }
    ],
    "name": "setUrls",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "newRoot",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "newDepth",
        "type": "uint8"
      }
    ],
    "name": "setZone",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "signers",
    "outputs": [
      {
        "internalType": "address[]",
        "name": "",
        "type": "address[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "holder",
        "type": "address"
      },
      {
        "internalType": "uint8",
        "name": "kind",
        "type": "uint8"
      }
    ],
    "name": "startRecovery",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "stopHeartbeat",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes4",
        "name": "feature",
        "type": "bytes4"
      }
    ],
    "name": "supportsFeature",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes4",
        "name": "interfaceId",
        "type": "bytes4"
      }
    ],
    "name": "supportsInterface",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "newOwner",
        "type": "address"
      }
    ],
    "name": "transferOwnership",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "treesReplaceableAt",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "name",
        "type": "bytes"
      }
    ],
    "name": "trustOf",
    "outputs": [
      {
        "internalType": "enum BynameResolver.Trust",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "unseal",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "unsealableAt",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "urls",
    "outputs": [
      {
        "internalType": "string[]",
        "name": "",
        "type": "string[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "verifierMetadata",
    "outputs": [
      {
        "internalType": "address",
        "name": "verifier",
        "type": "address"
      },
      {
        "internalType": "string[]",
        "name": "gateways",
        "type": "string[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "node",
        "type": "bytes32"
      }
    ],
    "name": "withdrawNotice",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "zone",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "internalType": "uint8",
        "name": "depth",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const
export const bynameResolverBytecode = '0x60c060405234610768576166d780380380610019816107f8565b928339810160a082820312610768576100318261081d565b60208301519092906001600160401b03811161076857810182601f820112156107685780519161006861006384610831565b6107f8565b9160208385815201906020829560051b820101908682116107685760208101925b82841061076d575050505060408101516001600160401b0381116107685781019380601f860112156107685784516100c361006382610831565b9560208088848152019260051b82010192831161076857602001905b8282106107505750505061010160806100fa6060840161086b565b920161086b565b946001600160a01b0316801561073f576000548160018060a01b0382167f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0600080a36001600160a01b0319161760009081555b8451811015610278576001600160a01b0361016f82876108de565b51169081156102675781600052600360205260406000205461025257600254916801000000000000000083101561023c576001830180600255831015610226577f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace90920180546001600160a01b03191683179055600254600083815260036020526040812091909155600192907f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f249080a201610154565b634e487b7160e01b600052603260045260246000fd5b634e487b7160e01b600052604160045260246000fd5b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b5060808590526001600160401b038116610e10811061072b575060a05280511561071a5760005b81518110156102d5576102b281836108de565b5151156102c15760010161029f565b63a75ae56d60e01b60005260045260246000fd5b50805168010000000000000000811161023c5760155481601555808210610697575b50601560009081527f55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec4759190845b8282106105715785856040519060208201906020835251809152604082019060408160051b84010193916000905b828210610546577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a50385870386a1604061038a816107f8565b9060018252600060208301526103aa81519260808452608084019061087f565b918083036020820152601654928381526020810160208560051b8301019460166000526020600020916000935b82851061049957867f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb87808b600085830152600060608301520390a17f6f3f9f1324f1d1344d559cdb5b7462e293d668a2ffee4183da084be07d24939761045c610440836107f8565b600181526000602082015283519182918583528583019061087f565b3060208301520390a151615dc7908161091082396080518181816108070152818161122d01526123d5015260a051818181612a6201526137270152f35b9091929396601f198282030183526000908554906104b6826108a4565b808252916001811690811561052357506001146104e5575b5090976001908101950193926020019190506103d7565b909150856000526020600020916000925b81841061050d5750500160209081019060016104ce565b60018160209254838787010152019301926104f6565b60ff191660208381019190915292151560051b90910182019250600190506104ce565b90919294602080610563600193603f19898203018652895161087f565b970192019201909291610352565b80518051906001600160401b03821161023c5761058e86546108a4565b601f8111610651575b50602090601f83116001146105e45792826001949360209386956000926105d9575b5050600019600383901b1c191690841b1787555b01940191019092610324565b015190508b806105b9565b90601f1983169187600052816000209260005b8181106106395750936020936001969387969383889510610620575b505050811b0187556105cd565b015160001960f88460031b161c191690558b8080610613565b929360206001819287860151815501950193016105f7565b82811115610597576106889087600052602060002090601f850160051c906020861061068e575b601f82910160051c0391016108f2565b88610597565b60009150610678565b6015600052818060206000200191039060005b8281106106b85750506102f7565b8060019183016106c881546108a4565b90816106d7575b5050016106aa565b81601f6000931185146106ee5750555b87806106cf565b8183526020832061070a91601f0160051c8419019086016108f2565b80825281602081209155556106e7565b6323b0ed8560e21b60005260046000fd5b63c42c1c0160e01b60005260045260246000fd5b639905827b60e01b60005260046000fd5b6020809161075d8461081d565b8152019101906100df565b600080fd5b83516001600160401b0381116107685782019088603f830112156107685760208201519060006001600160401b0383116107e457506107b5601f8301601f19166020016107f8565b8281526040848401018b10610768576107d960209493859460408685019101610848565b815201930192610089565b634e487b7160e01b81526041600452602490fd5b6040519190601f01601f191682016001600160401b0381118382101761023c57604052565b51906001600160a01b038216820361076857565b6001600160401b03811161023c5760051b60200190565b60005b83811061085b5750506000910152565b818101518382015260200161084b565b51906001600160401b038216820361076857565b9060209161089881518092818552858086019101610848565b601f01601f1916010190565b90600182811c921680156108d4575b60208310146108be57565b634e487b7160e01b600052602260045260246000fd5b91607f16916108b3565b80518210156102265760209160051b010190565b60005b82811061090157505050565b6000828201556001016108f556fe60a080604052600436101561001357600080fd5b60003560e01c90816301ffc9a714612cb2575080630349f9d114612c56578063054f7d9c14612c305780630e316ab714612b085780631a16459914612aea5780631cd61c0414612aaf5780631d14384814612a865780631eefddb114612a4257806320d542ac1461295757806328ae6572146128ed57806329476d8a146128b05780632966308f146126715780632ba2a665146126545780632c73dc4a14612638578063382eccbe1461261b5780634651683d1461255a57806346f0975a1461248e57806347b45652146124705780634eff3fc4146123ac578063550acbe41461238257806355cc4e571461230b578063582de3e7146122d1578063659a40c8146122805780636a42b8f8146122585780636b7d40eb146122315780636c5e47c7146121d55780636cc895a914611f4557806379ba509714611eb65780637c39601d14611e865780637df73e2714611e4b57806385d7f5d314611e14578063895f1df314610fca5780638a596ebe14611d3d5780638b6b9b7a14611a435780638cc5ce471461196c5780638da5cb5b146119435780639061b9231461157a57806395797e62146114b45780639af338f6146112515780639c94e6c61461120d578063a0633e3d14610fcf578063a27154ba14610fca578063ac3ec96d14610f68578063af58bd1d14610ef1578063b2312bdf14610ebd578063b68f422b14610db6578063c346bd1a14610b03578063d3a7b7d314610ade578063d3fb73b414610ab3578063d8c65cba1461093a578063e095cfd414610905578063e30c3978146108dc578063e4aba8cb146107d4578063e7ec11de146107af578063e9b771a71461072e578063eb12d61e1461062f578063ed57d294146105bb578063eea330f914610579578063f2fde38b14610504578063f310b985146104d6578063f4d4d2f8146104a1578063f5c569c9146104025763f8388050146102d457600080fd5b346103fd5760403660031901126103fd576004356102f0612d7b565b6000546001600160a01b031633036103e85761030c818361466e565b60095491601083146103d75760405161032481612ec4565b818152602081019360ff84168552600160401b8110156103c15780600161034e92016009556136cf565b9190916103ab575181559251600193909301805460ff191660ff948516179055604080519182529190921660208301527f58685895aa25de1301d2ff060156552f911589a3482904f09c87e933532dc0d69190819081015b0390a1005b634e487b7160e01b600052600060045260246000fd5b634e487b7160e01b600052604160045260246000fd5b6303ac9a9360e51b60005260046000fd5b63245aecd360e01b6000523360045260246000fd5b600080fd5b346103fd5760403660031901126103fd5761041b612d7b565b6000546001600160a01b031633036103e85760ff600d5460501c1661049057610446906004356143c7565b600d80546aff0000000000ffffffffff19164264ffffffffff1617600160501b1790557fa8cab3d1893ed53071b052fafa843143492f25d1d6b0170d460789f7ab1954be600080a1005b632944b29f60e11b60005260046000fd5b346103fd576104d26104be6104b536612db8565b92919091613f84565b604051918291602083526020830190612e2b565b0390f35b346103fd5760003660031901126103fd576104ef6137b0565b6040805192835260ff91909116602083015290f35b346103fd5760203660031901126103fd5761051d612d65565b6000546001600160a01b031690338290036103e857600180546001600160a01b0319166001600160a01b03929092169182179055907f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700600080a3005b346103fd5760203660031901126103fd576004356001600160401b0381116103fd576105a9903690600401612d8b565b50506040805130815260006020820152f35b346103fd5760203660031901126103fd576004356001600160401b0381116103fd576105eb903690600401612d8b565b50506105f56136ee565b1561061f576104d2610605613274565b604051918291308352604060208401526040830190612e50565b6104d261062a613209565b610605565b346103fd5760203660031901126103fd57610648612d65565b6000546001600160a01b031633036103e8576001600160a01b03811690811561071d576001600160a01b0381166000908152600360205260409020546107085760025490600160401b8210156103c1576106ab8260016106cf9401600255613043565b81546001600160a01b0393841660039290921b91821b9390911b1916919091179055565b6002548160005260036020526040600020557f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f24600080a2005b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b346103fd5760003660031901126103fd576000546001600160a01b031633036103e857600d5460ff8160501c166104905764ffffffffff1916600d556000600e556000600f5560006010556000601155600060125560006013557f939e290b8b6ede22e083fd5f986fc628beb58a1b17d9d8641aacc877ae3b4f08600080a1005b346103fd5760003660031901126103fd5760206107ca6136ee565b6040519015158152f35b346103fd5760403660031901126103fd576004356107f0612d7b565b6000549091906001600160a01b031633036103e8577f0000000000000000000000000000000000000000000000000000000000000000906001600160401b038216156108cb57826001600160401b036108a46060946108707fed731d67499c442b3a5fd2701bacb8bf8d6365f11447e3fed8260be8ed73142a978661466e565b60ff6040519461087f86612ec4565b868652166020909401849052600a859055600b805460ff191685179055428316613455565b1690816001600160401b0319600c541617600c5560405192835260208301526040820152a1005b63157bd4c360e01b60005260046000fd5b346103fd5760003660031901126103fd576001546040516001600160a01b039091168152602090f35b346103fd5760203660031901126103fd57600435600052600860205260206001600160401b0360406000205416604051908152f35b346103fd5760003660031901126103fd576000546001600160a01b031633036103e857600c546109726001600160401b038216614258565b6001600160401b031916600c55600954600060095580610a1e575b50600954600160401b8110156103c1578060016109ad92016009556136cf565b6103ab57600a81036109fd575b600a54600b546040805192835260ff90911660208301527ff48a0d7c4b8940fcea2ee56a00d8906419b3dfe4f4aac1c16eb04d232e16350c9190819081016103a6565b600a54815560ff600181600b54169201911660ff19825416179055806109ba565b600181901b906001600160ff1b03811603610a9d57600960005260005b818110610a48575061098d565b6002906000817f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af015560007f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7b082015501610a3b565b634e487b7160e01b600052601160045260246000fd5b346103fd5760003660031901126103fd57600c546040805191901c6001600160a01b03168152602090f35b346103fd5760003660031901126103fd57602064ffffffffff600d5416604051908152f35b346103fd57610b1136612f87565b6000546001600160a01b031633036103e8578051600160401b81116103c1578060165481601655808210610d1a575b5050602082019060166000527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289916000905b828210610bed577f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb610bcf8660406000610bdd825193610bb28486612edf565b600185528260208601528351958695608087526080870190612e2b565b908582036020870152612e50565b91830152600060608301520390a1005b80518051906001600160401b0382116103c157610c0a865461314c565b601f8111610cd4575b50602090601f8311600114610c675792610c4d83600195946020948796600092610c5c575b50508160011b916000199060031b1c19161790565b87555b01940191019092610b72565b015190508b80610c38565b90601f1983169187600052816000209260005b818110610cbc5750936020936001969387969383889510610ca3575b505050811b018755610c50565b015160001960f88460031b161c191690558a8080610c96565b92936020600181928786015181550195019301610c7a565b82811115610c1357610d0b9087600052602060002090601f850160051c9060208610610d11575b601f82910160051c0391016135f2565b87610c13565b60009150610cfb565b60166000520360005b818110610d3257829150610b40565b807fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289600192850101610d64815461314c565b9081610d73575b505001610d23565b81601f600093118514610d8a5750555b8580610d6b565b81835260208320610da691601f0160051c8419019086016135f2565b8082528160208120915555610d83565b346103fd5760203660031901126103fd57600054600435906001600160a01b031633036103e857806000526008602052610dfd6001600160401b0360406000205416614258565b6000818152600860209081526040808320805467ffffffffffffffff19169055600782528083208390556006825280832080546001600160a01b03191690556005909152902054610e9690610e5d9060a81c6001600160401b0316613437565b6001600160401b0360405191610e7283612ea9565b600083526003602084015216604082015282600052600560205260406000206130b9565b7f0e5af6f981c13a6698fe2cd9b92deef9ec492345d0ffe56b0c7b9820d93d675b600080a2005b346103fd5760203660031901126103fd576004356000526006602052602060018060a01b0360406000205416604051908152f35b346103fd5760603660031901126103fd576004356001600160401b0381116103fd57610f21903690600401612f69565b6024356001600160401b0381116103fd57610f40903690600401612f69565b906044356001600160401b03811681036103fd57602092610f6092613673565b604051908152f35b346103fd5760203660031901126103fd576004356001600160401b0381116103fd57610f9b610fa1913690600401612d8b565b9061360f565b6040516004821015610fb4576020918152f35b634e487b7160e01b600052602160045260246000fd5b613027565b346103fd57610fdd36612f87565b6000546001600160a01b031633036103e8578051600160401b81116103c1578060145481601455808210611183575b505060208201906014600052600080516020615da7833981519152916000905b82821061106c577ff55ab94de79724616fc818a83613691c8669f0315c5dbb028aca0b838550e4676103a686604051918291602083526020830190612e50565b80518051906001600160401b0382116103c157611089865461314c565b601f8111611147575b50602090601f83116001146110da57926110cb83600195946020948796600092610c5c5750508160011b916000199060031b1c19161790565b87555b0194019101909261102c565b90601f1983169187600052816000209260005b81811061112f5750936020936001969387969383889510611116575b505050811b0187556110ce565b015160001960f88460031b161c191690558a8080611109565b929360206001819287860151815501950193016110ed565b828111156110925761117d9087600052602060002090601f850160051c9060208610610d1157601f82910160051c0391016135f2565b87611092565b60146000520360005b81811061119b5782915061100c565b80600080516020615da78339815191526001928501016111bb815461314c565b90816111ca575b50500161118c565b81601f6000931185146111e15750555b85806111c2565b818352602083206111fd91601f0160051c8419019086016135f2565b80825281602081209155556111da565b346103fd5760003660031901126103fd5760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103fd5760803660031901126103fd5760043561126d612d7b565b606435906001600160401b0382168092036103fd57600c5460401c6001600160a01b0316330361149f57600d549060ff8260501c16610490577f65ceb3fe53030e358d3eaa0720f2e75992e9b01b0d088c22ff6e9230ee752679926060926112d58387614636565b600e54861480159061148d575b611318575b5064ffffffffff421664ffffffffff19600d541617600d5560ff6040519216825260443560208301526040820152a2005b60281c64ffffffffff1661138d575b61138764ffffffffff421661136860405161134181612ea9565b88815282604060ff881692836020820152015288600e5560ff1660ff19600f541617600f55565b65ffffffffff00600f549160081b169065ffffffffff00191617600f55565b856112e7565b61139d611398613752565b61469d565b156113f057600e546012556113c160ff600f541660ff1660ff196013541617601355565b600f546013805465ffffffffff00191665ffffffffff0090921691909117905560006010556000601155611327565b6113fb611398613781565b8015611483575b156113275760105480611441575b50600e54601055600f546011805465ffffffffffff191660ff83161765ffffffffff00909216919091179055611327565b60125561145d60ff6011541660ff1660ff196013541617601355565b6011546013805465ffffffffff00191665ffffffffff0090921691909117905585611410565b5060105415611402565b5060ff600f541660ff841614156112e2565b635154299560e11b6000523360045260246000fd5b346103fd5760403660031901126103fd576114cd612d65565b60243564ffffffffff8116918282036103fd576000546001600160a01b031633036103e8577fb272398a7c0542286c34c8bf32e8f559b2c352004bc94bf103f66640bffce18c92604092600c54600160401b600160e01b0384861b16906001600160401b0363ffffffff60e01b011617600c5569ffffffffff0000000000600d549160281b169069ffffffffff0000000000191617600d5582519160018060a01b031682526020820152a1005b346103fd5761158836612db8565b9261159683829493946144e7565b9061159f6136ee565b61193157604051946020860191639061b92360e01b83526115d8876115ca84898986602486016135cb565b03601f198101895288612edf565b83600052600560205260ff60406000205460a01c166115f681613f6a565b61180c571580611801575b6116be5786604051630556f18360e41b815260a4810130600483015260a0602483015260155480915260c4820160c060048360051b850101019160156000526020600020916000905b82821061169057858503600319016044870152858061168c8961166d8982612e2b565b631e9a9a5f60e31b606485015283810360031901608485015290612e2b565b0390fd5b90919293602060016116b0819360bf196003198b83030101865288613186565b96019201920190929161164a565b6117439392611733836116fd8a946116ef6044978c6040519c8d94632967da4b60e11b6020870152602486016135cb565b03601f1981018a5289612edf565b80604051998a97602089015263ffffffff60e01b8260e01b16604089015286880137850191848301936000855251938491612e08565b010103601f198101845283612edf565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615d87833981519152929186015b8282106117d357868603600319016044880152868061168c8a6117b48a8a612e2b565b631c17665f60e11b606485015283810360031901608485015290612e2b565b90919294602060016117f3819360bf196003198c83030101865289613186565b970192019201909291611791565b506009541515611601565b50611873604085889461184d8961183f855197889263746be77160e01b60208501526020602485015260448401916135aa565b03601f198101875286612edf565b80835196879360208501528484013781016000838201520301601f198101845283612edf565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615d87833981519152929186015b82821061190357868603600319016044880152868061168c8a6118e48a8a612e2b565b630cb3481960e31b606485015283810360031901608485015290612e2b565b9091929460206001611923819360bf196003198c83030101865289613186565b9701920192019092916118c1565b50905061193c6137b0565b8091613955565b346103fd5760003660031901126103fd576000546040516001600160a01b039091168152602090f35b346103fd5760003660031901126103fd5760095461198981612f00565b906119976040519283612edf565b80825260208201908160096000527f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af6000915b838310611a255784866040519182916020830190602084525180915260408301919060005b8181106119fd575050500390f35b82518051855260209081015160ff1681860152869550604090940193909201916001016119ef565b60026020600192611a3585613589565b8152019201920191906119ca565b346103fd57366003190161012081126103fd5760c0136103fd5760c4356001600160401b0381116103fd57611a7c903690600401612d8b565b9060e4356001600160401b0381116103fd57611a9c903690600401612d8b565b929091610104356001600160401b0381116103fd57611abf903690600401612d8b565b611aca959195613521565b6001600160401b0342911610611d1857611ae8906004359687613cbb565b6001600160401b03611af8613537565b81604084015116918291161115611d045750611b386040516020810190611b3081611b2284613475565b03601f198101835282612edf565b519020614307565b916020820195611b4b60ff885116613f6a565b15611c8457505060ff611b8a95600382611b6361354d565b161480611c6c575b80611c54575b15611c3f575b5191516001600160a01b03169116614494565b15611c2e57611c2c905b80600052600760205260006040812055611bac613573565b600082815260066020526040902080546001600160a01b0319166001600160a01b03909216919091179055611bdf61355d565b6001600160401b03611bef61354d565b60ff611bf9613537565b9160405194611c0786612ea9565b6001600160a01b03168552166020840152166040820152611c26613573565b9161428e565b005b63ea8e4eb560e01b60005260046000fd5b611c4f611c4a61354d565b61381c565b611b77565b506001600160a01b03611c65613573565b1615611b71565b506001600160a01b03611c7d61355d565b1615611b6b565b93929550939050611c96611c4a61354d565b6004546001600160a01b03168015929086908415611cf0575b50505050611c2e57611cd192611cc361354d565b611ccb61355d565b90614494565b15611cdf57611c2c90611b94565b631d75040560e31b60005260046000fd5b611cfa9450614463565b1585808581611caf565b63c713f8ad60e01b60005260045260246000fd5b6001600160401b03611d28613521565b6323fb16c960e11b6000521660045260246000fd5b346103fd5760203660031901126103fd576004356001600160401b0381116103fd57611d6d903690600401612d8b565b5050601654611d7b81612f00565b90611d896040519283612edf565b808252601660009081527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289602084015b838310611de85760405160608082528190611dd690820188612e50565b60006020830152600060408301520390f35b600160208192604051611e0681611dff8189613186565b0382612edf565b815201920192019190611db9565b346103fd5760403660031901126103fd57611e2d612d7b565b6000546001600160a01b031633036103e857611c2c906004356143c7565b346103fd5760203660031901126103fd5760206107ca611e69612d65565b6001600160a01b0316600090815260036020526040902054151590565b346103fd5760003660031901126103fd576104d2611ea2613274565b604051918291602083526020830190612e50565b346103fd5760003660031901126103fd576001546001600160a01b03163303611f3057600180546001600160a01b0319169055600080549033906001600160a01b038316907f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09080a36001600160a01b0319163317600055005b63a09b9a4360e01b6000523360045260246000fd5b346103fd57611f5336612f87565b6000546001600160a01b031633036103e8578051156121c45760005b8151811015611fa557611f828183613941565b515115611f9157600101611f6f565b63a75ae56d60e01b60005260045260246000fd5b508051600160401b81116103c157806015548160155580821061213a575b505060208201906015600052600080516020615d87833981519152916000905b828210612023577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a5036103a686604051918291602083526020830190612e50565b80518051906001600160401b0382116103c157612040865461314c565b601f81116120fe575b50602090601f8311600114612091579261208283600195946020948796600092610c5c5750508160011b916000199060031b1c19161790565b87555b01940191019092611fe3565b90601f1983169187600052816000209260005b8181106120e657509360209360019693879693838895106120cd575b505050811b018755612085565b015160001960f88460031b161c191690558a80806120c0565b929360206001819287860151815501950193016120a4565b82811115612049576121349087600052602060002090601f850160051c9060208610610d1157601f82910160051c0391016135f2565b87612049565b60156000520360005b81811061215257829150611fc3565b80600080516020615d87833981519152600192850101612172815461314c565b9081612181575b505001612143565b81601f6000931185146121985750555b8580612179565b818352602083206121b491601f0160051c8419019086016135f2565b8082528160208120915555612191565b6323b0ed8560e21b60005260046000fd5b346103fd5760203660031901126103fd576004356000908152600760209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103fd5760003660031901126103fd5760206001600160401b03600c5416604051908152f35b346103fd5760003660031901126103fd57602064ffffffffff600d5460281c16604051908152f35b346103fd5761228e36612db8565b806020116103fd576104d29360206122c16104be9585359384600052600584526122bb60406000206133fc565b85614ce9565b93909295601f1901960194614968565b346103fd5760203660031901126103fd5760043563ffffffff60e01b81168091036103fd576040516312d6c5b760e31b9091148152602090f35b346103fd5760203660031901126103fd57612324612d65565b6000546001600160a01b031633036103e857600480546001600160a01b0319166001600160a01b0390921691821790556040519081527fcad349a575b7a312fc947b899cb436e2fde2cde8be518bf412258b1d7836a54e90602090a1005b346103fd5760c03660031901126103fd576020610f6060405182810190611b3081611b2284613475565b346103fd5760203660031901126103fd57600054600435906001600160a01b031633036103e8577f00000000000000000000000000000000000000000000000000000000000000006001600160401b038116156108cb57612416906001600160401b034216613455565b600082815260086020908152604091829020805467ffffffffffffffff19166001600160401b0394909416938417905590519182527ffa2b73ea1e099045393cc3b6ecacff4a5ad55ac07ee72d379d9f665e3b9c22b491a2005b346103fd5760003660031901126103fd5760206040516203f4808152f35b346103fd5760003660031901126103fd576040518060206002549283815201809260026000527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace9060005b81811061253b57505050816124ef910382612edf565b6040519182916020830190602084525180915260408301919060005b818110612519575050500390f35b82516001600160a01b031684528594506020938401939092019160010161250b565b82546001600160a01b03168452602090930192600192830192016124d9565b346103fd5760203660031901126103fd57611c2c60043580600052600760205261258760406000206133fc565b61259d6001600160401b03604083015116614258565b816000526007602052600060408120556001600160401b0360ff602060018060a01b03845116930151168360005260056020526125e38260406000205460a81c16613437565b90604051936125f185612ea9565b8452602084015216604082015281600052600660205260018060a01b03604060002054169161428e565b346103fd576104d26104be61262f36612db8565b92919091613315565b346103fd5760003660031901126103fd576104d2611ea2613209565b346103fd5760003660031901126103fd576020604051610e108152f35b346103fd5761267f36612db8565b9161268b9391936136ee565b1561289f57826020116103fd57833591836042116103fd576022850135926000906042870195604119810197816021101561288b576021810135916001600160f81b031983166127355750505080604051602081019084825286866021830137602187820181810187905282900360018101835261270a910182612edf565b51902003612722576104d26104be8888888888613bc9565b6355755e1760e11b825260045260249150fd5b60209692959396101561288b576020013560f81c9360f81c94806040516020810190600160f81b8252848660218301376021858201818101899052829003600181018352612784910182612edf565b5190200361287957506007851680612871575060ff60085b16946020861b820361285d578590039460ff8611612835578461010003610100811161284957876127d360019260ff8a16906130ac565b1c911b9060001982019182116128495716600581901b92906001600160fb1b0381160361283557602083019384841161282157509161281c93916128169361310b565b90613123565b613955565b634e487b7160e01b81526011600452602490fd5b634e487b7160e01b84526011600452602484fd5b634e487b7160e01b85526011600452602485fd5b63525c399f60e11b84526004829052602484fd5b60ff9061279c565b6355755e1760e11b8452600452602483fd5b634e487b7160e01b84526032600452602484fd5b63c274dea760e01b60005260046000fd5b346103fd5760203660031901126103fd576004356001600160401b0381116103fd576128e0903690600401612d8b565b5050602060405160018152f35b346103fd5760203660031901126103fd57600054600435906001600160a01b031633036103e85780600052600860205260406000206001600160401b031981541690557f7db96c621adff3af2add68e16d4205350c328edb4565826d282586e0bbd03499600080a2005b346103fd5760603660031901126103fd576024356001600160a01b03811690600435908290036103fd5760443560ff8116908181036103fd576000838152600660205260409020546001600160a01b03163303612a2d576129b79061381c565b6203f4804201804211610a9d577f539864497ea134bd43d262b3bafa270efc62a467dc6be7b9d31553bede975b2f916001600160401b0360409216612a208351612a0081612ea9565b8781528360208201528285820152866000526007602052846000206130b9565b82519182526020820152a3005b631945d95360e11b6000523360045260246000fd5b346103fd5760003660031901126103fd5760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103fd5760003660031901126103fd576004546040516001600160a01b039091168152602090f35b346103fd5760003660031901126103fd5760206040517f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152f35b346103fd5760203660031901126103fd576020610f60600435613074565b346103fd5760203660031901126103fd57612b21612d65565b6000546001600160a01b031633036103e8576001600160a01b03166000818152600360205260409020548015612c1b576002546000198101908111610a9d57612b6990613043565b905460039190911b1c6001600160a01b03166000198201828111610a9d57816106ab612b9492613043565b60005260036020526040600020556002548015612c055760001901612bb881613043565b81549060018060a01b039060031b1b19169055600255806000526003602052600060408120557f3525e22824a8a7df2c9a6029941c824cf95b6447f1e13d5128fd3826d35afe8b600080a2005b634e487b7160e01b600052603160045260246000fd5b50632a6edb2b60e01b60005260045260246000fd5b346103fd5760003660031901126103fd57602060ff600d5460501c166040519015158152f35b346103fd5760203660031901126103fd576004356000908152600560209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103fd5760203660031901126103fd576004359063ffffffff60e01b82168092036103fd576020916301ffc9a760e01b8114908115612d54575b8115612d43575b8115612d32575b8115612d21575b8115612d10575b5015158152f35b63c7e45d7360e01b14905083612d09565b633b55f4a560e21b81149150612d02565b63452cb75f60e11b81149150612cfb565b639061b92360e01b81149150612cf4565b63582de3e760e01b81149150612ced565b600435906001600160a01b03821682036103fd57565b6024359060ff821682036103fd57565b9181601f840112156103fd578235916001600160401b0383116103fd57602083818601950101116103fd57565b60406003198201126103fd576004356001600160401b0381116103fd5781612de291600401612d8b565b92909291602435906001600160401b0382116103fd57612e0491600401612d8b565b9091565b60005b838110612e1b5750506000910152565b8181015183820152602001612e0b565b90602091612e4481518092818552858086019101612e08565b601f01601f1916010190565b9080602083519182815201916020808360051b8301019401926000915b838310612e7c57505050505090565b9091929394602080612e9a600193601f198682030187528951612e2b565b97019301930191939290612e6d565b606081019081106001600160401b038211176103c157604052565b604081019081106001600160401b038211176103c157604052565b90601f801991011681019081106001600160401b038211176103c157604052565b6001600160401b0381116103c15760051b60200190565b6001600160401b0381116103c157601f01601f191660200190565b929192612f3e82612f17565b91612f4c6040519384612edf565b8294818452818301116103fd578281602093846000960137010152565b9080601f830112156103fd57816020612f8493359101612f32565b90565b60206003198201126103fd57600435906001600160401b0382116103fd57806023830112156103fd578160040135612fbe81612f00565b92612fcc6040519485612edf565b8184526024602085019260051b820101918383116103fd5760248201905b838210612ff957505050505090565b81356001600160401b0381116103fd5760209161301c8760248594880101612f69565b815201910190612fea565b346103fd5760003660031901126103fd57602060405160108152f35b60025481101561305e57600260005260206000200190600090565b634e487b7160e01b600052603260045260246000fd5b6040516020810191601960f81b83523060601b60228301524660368301526056820152605681526130a6607682612edf565b51902090565b91908201809211610a9d57565b81518154602084015160409094015167ffffffffffffffff60a81b60a89190911b1660ff60a01b60a09590951b949094166001600160a01b039092166001600160e81b03199091161717919091179055565b909392938483116103fd5784116103fd578101920390565b359060208110613131575090565b6000199060200360031b1b1690565b9082101561305e570190565b90600182811c9216801561317c575b602083101461316657565b634e487b7160e01b600052602260045260246000fd5b91607f169161315b565b600092918154916131968361314c565b80835292600181169081156131ec57506001146131b257505050565b60009081526020812093945091925b8383106131d2575060209250010190565b6001816020929493945483858701015201910191906131c1565b915050602093945060ff929192191683830152151560051b010190565b6015549061321682612f00565b916132246040519384612edf565b80835260156000908152600080516020615d87833981519152602085015b83831061324f5750505050565b60016020819260405161326681611dff8189613186565b815201920192019190613242565b6014549061328182612f00565b9161328f6040519384612edf565b80835260146000908152600080516020615da7833981519152602085015b8383106132ba5750505050565b6001602081926040516132d181611dff8189613186565b8152019201920191906132ad565b356001600160e01b03198116929190600482106132fa575050565b6001600160e01b031960049290920360031b82901b16169150565b9190939293846020116103fd57813590856024116103fd5763ffffffff602084013560e01c1693846024019182602411610a9d57806004116103fd5763ffffffff823560e01c16908160040180600411610a9d576000928282116133f857613381906004860188613cbb565b9361339260ff602087015116613f6a565b156133cc5790826133a3939261310b565b989093116133c95750612f8495966024926133be9285614ce9565b939092950194614968565b80fd5b8a98506133f09650612f84999a9594506133e89350829061310b565b95909461310b565b929091613f84565b8380fd5b9060405161340981612ea9565b91546001600160a01b038116835260a081901c60ff16602084015260a81c6001600160401b03166040830152565b6001600160401b036001911601906001600160401b038211610a9d57565b906001600160401b03809116911601906001600160401b038211610a9d57565b7f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152600435602082015260e0810191906024356001600160a01b038116908190036103fd57604082015260443560ff81168091036103fd5760608201526064356001600160a01b038116908190036103fd5760808201526084356001600160401b0381168091036103fd5760a082015260a435906001600160401b0382168092036103fd5760c00152565b60a4356001600160401b03811681036103fd5790565b6084356001600160401b03811681036103fd5790565b60443560ff811681036103fd5790565b6024356001600160a01b03811681036103fd5790565b6064356001600160a01b03811681036103fd5790565b9060405161359681612ec4565b602060ff6001839580548552015416910152565b908060209392818452848401376000828201840152601f01601f1916010190565b92906135e490612f8495936040865260408601916135aa565b9260208185039101526135aa565b60005b82811061360157505050565b6000828201556001016135f5565b90613619916144e7565b600052600560205260ff60406000205460a01c1661363681613f6a565b61366d576136426136ee565b61366757158061365c575b1561365757600390565b600090565b50600954151561364d565b50600290565b50600190565b602081519101209060208151910120604051916020830193601960f81b85523060601b60228501524660368501526001600160401b0360c01b9060c01b166056840152605e830152607e820152607e81526130a6609e82612edf565b60095481101561305e57600960005260206000209060011b0190600090565b600d5460ff8160501c16908115613703575090565b64ffffffffff16801515915081613718575090565b61374d91506001600160401b037f000000000000000000000000000000000000000000000000000000000000000016906130ac565b421190565b6040519061375f82612ea9565b600e548252600f5460ff8116602084015260081c64ffffffffff166040830152565b6040519061378e82612ea9565b601054825260115460ff8116602084015260081c64ffffffffff166040830152565b6137bb611398613752565b156137fc57600e905b60ff6001604051936137d585612ea9565b8054855201549264ffffffffff6020820194838116865260081c1660408201525192511690565b613807611398613781565b156138155760105b906137c4565b601261380f565b60ff16600181141580613845575b6138315750565b630d1dfb5d60e31b60005260045260246000fd5b506002811480613856575b1561382a565b506020600060066040516573616d706c6560d01b815260025afa15613935576139306000516040519060208201527fefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf371660408201527f0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a960608201527f60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb660808201527f7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d446229960a082015260a0815261392b60c082612edf565b6153cf565b613850565b6040513d6000823e3d90fd5b805182101561305e5760209160051b010190565b949091936014549361396685612f00565b946139746040519687612edf565b80865260146000908152600080516020615da7833981519152602088015b838310613ba45750505050845115613b935760005b8551811015613ae1576139ba8187613941565b516040516139c9608082612edf565b604d815260208101907f2f3030303030303030303030303030303030303030303030303030303030303082527f303030303030303030303030303030303030303030303030303030303030303060408201526c302e6a736f6e237b646174617d60981b60608201528a604090815b613a9e575050600193926020613a7293613a82936040519584613a63889651809287808a019101612e08565b85019151809385840190612e08565b010103601f198101835282612edf565b613a8c8289613941565b52613a978188613941565b50016139a7565b600f811690601082101561305e57613ada916f181899199a1a9b1b9c1cb0b131b232b360811b901a613ad084866146d5565b5360041c916144da565b9081613a37565b509582613b3d93606293613b669961168c9899604051988996602088015260ff60f81b9060f81b16604087015260ff60f81b9060f81b16604186015260428501528484013781016000838201520301601f198101835282612edf565b6020604051948594630556f18360e41b865230600487015260a0602487015260a4860190612e50565b8481036003198101604487015260008252632966308f60e01b6064870152601c0160848601520190612e2b565b63165f35bb60e21b60005260046000fd5b600160208192604051613bbb81611dff8189613186565b815201920192019190613992565b91613bd791819594936146e6565b8094919415613c7057604090613c11613c0a8351613bf58582612edf565b60018152603f60f91b60208201528389614ba5565b9085613cbb565b95613c2260ff602089015116613f6a565b15613c635782612f849792613c5392613c40613c5a96519384612edf565b60018352607f60f81b6020840152614ba5565b9184614ce9565b92919091614968565b612f849650809250614749565b8481612f8496614968565b356bffffffffffffffffffffffff19811692919060148210613c9b575050565b6bffffffffffffffffffffffff1960149290920360031b82901b16169150565b9190600060408051613ccc81612ea9565b8281528260208201520152826000526005602052613ced60406000206133fc565b60ff602082015116613f63575090600092600954935b848110613d30575050505050604051613d1b81612ea9565b60008152600360208201526000604082015290565b613d42613d3c826136cf565b50613589565b60208101805160051b611fe0166004810192838211610a9d57838710613f4e576000613d85613d7c613d7687868c8e61310b565b906132df565b60e01c866130ac565b94858910613f3a5790613d9f8660ff969594938b8d61310b565b9590945116610100036101008111613f265788901c90508883116103fd57806000613e0160256040518093602082019581875263ffffffff60e01b9060e01b1660218301528a8a848401378a820190838201520301601f198101835282612edf565b519020926000905b808210613eaa575050505103613e955791613e29858793613e31956146e6565b96909761310b565b9390939460158214613e4a575050600101929192613d03565b94509450505050816001116103fd57613e6a600019830160018301613c7b565b60601c911561305e5760405191613e8083612ea9565b82523560f81c60208201526000604082015290565b836327239cbf60e11b60005260045260246000fd5b90919360208301808411610a9d57612816613ec891858f869061310b565b9060018616613f1957613f00611b2291925b6040519283916020830195869091604192600160f81b8352600183015260218201520190565b5190209360011c9160208101809111610a9d5790613e09565b611b2290613f0090613eda565b634e487b7160e01b82526011600452602482fd5b6327239cbf60e11b82526004879052602482fd5b846327239cbf60e11b60005260045260246000fd5b9250505090565b60ff1660018114908115613f7c575090565b600291501490565b9291908301906060848303126103fd5783356001600160401b0381116103fd5782613fb0918601612f69565b936020810135926001600160401b03841684036103fd5760408201356001600160401b0381116103fd57613fe49201612f69565b926001600160401b03831642811061424057610e10420190814211610a9d5781811161422957505061401d614022939286923691612f32565b613673565b815160418110801561420f575b6141fb576040198101908111610a9d5760051c601081116141e75760009061416457505b6020820151916060604082015191015160001a92601b84141580614159575b614144576fa2a8918ca85bafe22016d0b997e4df60600160ff1b03821161412f576040805193845260ff9490941660208085019190915293830152606082015260008080529060809060015afa15613935576000516001600160a01b03811690811561411e576001600160a01b03166000908152600360205260409020541561410a57506004601f825116146141055790565b614c7b565b635292db3160e01b60005260045260246000fd5b63e11bd3a360e01b60005260046000fd5b50635682f3bf60e01b60005260045260246000fd5b83635d3b7f8160e11b60005260045260246000fd5b50601c841415614072565b9293604192915b82518410156141d3578284016020015190818110156141c657604051600160f81b6020820190815260218201929092526041810192909252906141b18160618101611b22565b5190209260208101809111612849579261416b565b611b22906141b190613eda565b909493506141e2919250613074565b614053565b631a77ef7f60e21b60005260045260246000fd5b63058676ad60e31b60005260045260246000fd5b5080604019810111610a9d5760206040198208151561402f565b63eb9a4cfb60e01b60005260045260245260446000fd5b63fb8bc71f60e01b6000526004524260245260446000fd5b6001600160401b031680158015614285575b6142715750565b635a8f69d560e01b60005260045260246000fd5b5080421061426a565b9060607f50ed630e471441c743419fdc75be9fb0122b945271b48845ecfcaffe43572fb0918360005260056020526142ca8160406000206130b9565b60018060a01b03815116946001600160401b03604060ff602085015116930151169060405192835260018060a01b031660208301526040820152a3565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f950425af791913732390be4924a2e2e09d39b5ade99baa9cefaecbce30e2c41f60408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a0815261439960c082612edf565b5190209060405190602082019261190160f01b845260228301526042820152604281526130a6606282612edf565b907f6ff677256a481d9463b7db67f1fb52d76e81de8c3ee1b02e348adbac7974830c916143f48282614636565b61442b60405161440381612ea9565b8281526000604060ff861692836020820152015282600e5560ff1660ff19600f541617600f55565b600f805465ffffffffff001916905560006010819055601181905560128190556013556040805191825260ff929092166020820152a1565b92919061447283838387614eb9565b938415614481575b5050505090565b61448b9450614faa565b3880808061447a565b909392919060ff16600181146144be5760021493846144b4575050505090565b61448b9450615014565b5061447283838387614eb9565b6000198114610a9d5760010190565b8015610a9d576000190190565b60006144f283612f00565b6144ff6040519182612edf565b838152601f1961450e85612f00565b01366020830137600091825b85811080614618575b15614565578061453c614535866144cb565b9585613941565b52614548818787613140565b3560f81c60010180600111610a9d57614560916130ac565b61451a565b95949392909560018101809111610a9d57840361460757805b6145885750505050565b614591906144da565b9461459c8683613941565b519060018201808311610a9d576145d16145d8916145c96145bf8b968a8a613140565b3560f81c826130ac565b90888861310b565b3691612f32565b6020815191012060405190602082019283526040820152604081526145fe606082612edf565b5190209561457e565b63430f13b360e01b60005260046000fd5b506001600160f81b031961462d828888613140565b35161515614523565b1561465d5760ff16601881116146495750565b63930191e360e01b60005260045260246000fd5b63b263ae7360e01b60005260046000fd5b1590811561468f575b5061467e57565b63f0352c1b60e01b60005260046000fd5b6018915060ff161138614677565b8051151590816146ab575090565b6146cf9150604064ffffffffff9101511664ffffffffff600d5460281c16906130ac565b42101590565b90815181101561305e570160200190565b9160005b8281106146fa5750505090600090565b60248101808211610a9d5760208201808311610a9d576147326128168261472a613d7c613d76878a978c8e61310b565b95888a61310b565b1461473d57506146ea565b915091612e049361310b565b959493929190956060856004116080526080516103fd57631592ca1b60e31b85356001600160e01b031916146147975750906147889596600092615452565b6004601f825116146141055790565b95929694909360049060006080520190600319018060201161496257813560208101908181116148bb576147d06128168383868861310b565b956147da87612f00565b966147e86040519889612edf565b8088526147f7601f1991612f00565b016080515b8181106149525750506080515b87518110156148d3578383116148bb576148258585818961310b565b909190600582901b6001600160fb1b03831683036148bb5760208101908181116148bb576148589161281691848761310b565b9060208201938483116148bb578f8d8f9280888f9661488d61488761281660019d61489f9c856148939961310b565b836130ac565b9261310b565b94909360805192615452565b6148a9828b613941565b526148b4818a613941565b5001614809565b634e487b7160e01b6080515260116004526024608051fd5b50995050505050509291505060405180926040820160208084015281518091526020848401948260051b850101920193608051905b82821061492557505050612f84925003601f198101835282612edf565b91935091602080614942600193605f198a82030186528851612e2b565b9601920192018593919492614908565b808c602080938c010152016147fc565b60805180fd5b959493929190606096866004116103fd57631592ca1b60e31b86356001600160e01b0319161461499c576147889750615452565b909590946000916003198101602011614ba157600482013591602083018311612835576149d8612816602085018560031986016004860161310b565b9a6149e28c612f00565b9b6149f06040519d8e612edf565b808d526149ff601f1991612f00565b018c865b8d838210614b915750505050845b8c51811015614b1257602085018511614afe57614a3a600319850160208701816004870161310b565b90600583901b6001600160fb1b0384168403614ad6576020810190818111614aea57614a6b9161281691858561310b565b91602083018311614ad657928f614abf8f8f8f8f8f8f8a614acf9a60019d6020614aaf8d9f95614aa561281684614ab7990188878961310b565b90508286016130ac565b93019161310b565b959094615452565b614ac98383613941565b52613941565b5001614a11565b634e487b7160e01b89526011600452602489fd5b634e487b7160e01b8a52601160045260248afd5b634e487b7160e01b86526011600452602486fd5b509a9997505050509450505050604051928391604083019060208085015282518092526020818501918360051b860101930194905b828210614b6457505050612f84925003601f198101835282612edf565b91935091602080614b81600193605f198a82030186528851612e2b565b9601920192018593919492614b47565b6020828194010152018d90614a03565b8280fd5b919081519060208301918083209060208110600014614c735760200360208111610a9d576001600160fd1b0381168103610a9d5760031b5b60005b838110614bf35750505050505090600090565b8087018360068235920135875118841c928260f01c93600685830163ffffffff8282019660d01c160101948a51149081614c6a575b50614c36575b505050614be0565b6145d1836006614c489301898d61310b565b6020815191012014614c5b578381614c2e565b945094505050612e049361310b565b90501538614c28565b506000614bdd565b80516020820180519092916001600160e01b031982169160048210614cc9575b50506001600160e01b031916630556f18360e41b14614cb8575190fd5b6307a19a8f60e01b60005260046000fd5b6001600160e01b031960049290920360031b82901b161690503880614c9b565b9392614cf791928386615781565b959396919287819715614ea9578215614e9a57505060268110614e8957806026116103fd5761ffff602484013560f01c1692836026019081602611610a9d57818310614e8957826014116103fd57803560601c94601c84106103fd57601482013560c01c602485106103fd57614ddc906040614d8b8b6001600160401b0380601c89013560c01c1693849201511684615c74565b6040519060208201927fbb432768c3a71c714516103429a771261db5be07f8bddc06d586a9ef8a68408984528960408401528a6060840152608083015260a082015260a08152611b3060c082612edf565b97600098858511614e855760208201519151614e0b93926026860192916001600160a01b03169060ff16614494565b15614e775791614e219181614e4596959461310b565b92909160405191614e3183612ea9565b825260016020830152866040830152615781565b949390915094919315614e6857614e595750565b63981f4dc560e01b8152600490fd5b63a8bad47960e01b8252600482fd5b62e5a19b60e81b8752600487fd5b8980fd5b63981f4dc560e01b60005260046000fd5b97509550919350600092915050565b62e5a19b60e81b60005260046000fd5b929060418203614fa157816040101561305e57604083013560f81c90601b82141580614f96575b8015614f6b575b614f6157826020116103fd578335926040116103fd57614f3060009360208096013590604051948594859094939260ff6060936080840197845216602083015260408201520152565b838052039060015afa15613935576000516001600160a01b03908116911681149081614f5a575090565b9050151590565b5050505050600090565b50826040116103fd576fa2a8918ca85bafe22016d0b997e4df60600160ff1b03602085013511614ee7565b50601c821415614ee0565b50505050600090565b92909192803b15614fa157602092614feb60009361183f60405197889288840195630b135d3f60e11b875260248501526040604485015260648401916135aa565b829451915afa615002575b630b135d3f60e11b1490565b601f3d1115614ff65750600051614ff6565b9190939293608285106153c657846040116103fd576150336040612f17565b926150416040519485612edf565b6040808552830193602081013686116103fd57604085823760006060830152905190206001600160a01b039081169116036153c657846080116103fd577f7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a86060830135116153c657846082116103fd5761ffff608083013560f01c16908160820180608211610a9d5760a7811080156153bd575b6153b2576000968082116153ae576150ee91818661310b565b91836020101561539a5760a2850135600160f81b16159081156151cd575b506151c6578682602092829460405192839283378101838152039060025afa156151ba57615171602092825161516085806040518094828201968060828d0189378201908382015203018084520182612edf565b604051928392839251928391612e08565b8101039060025afa156151af57926040612f84939481835194815195602087015281860137608084013760c082015260a0815261392b60c082612edf565b6040513d85823e3d90fd5b604051903d90823e3d90fd5b5050505050565b90506040516151dd606082612edf565b604081527f4142434445464748494a4b4c4d4e4f505152535455565758595a61626364656660208201527f6768696a6b6c6d6e6f707172737475767778797a303132333435363738392d5f60408201526040519161523c606084612edf565b602b8352602083019160403684378a5b602a8110615340575061526b90603f60ff60f81b9360021b16906146d5565b5116891a8251602a101561532c57604a8301536152e96001604460405180946152ce60208301977f7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6789526332911d1160e11b604085015251809285850190612e08565b8101601160f91b838201520301601e19810184520182612edf565b805191828510159283615301575b505050153861510c565b90919250848111614e855761531890369085612f32565b6020815191012091519020143880806152f7565b634e487b7160e01b8a52603260045260248afd5b806006026006810482036153865760fa0360fa81116153865790600191615371603f8660ff60f81b931c16856146d5565b51168d1a61537f82886146d5565b530161524c565b634e487b7160e01b8d52601160045260248dfd5b634e487b7160e01b88526032600452602488fd5b8780fd5b506000955050505050565b508087106150d5565b50600093505050565b600080916020815191016101005afa3d1561544b573d6153ee81612f17565b906153fc6040519283612edf565b81523d6000602083013e5b8161543f575b81615416575090565b6001915060208151910151906020811061542f57501490565b6000199060200360031b1b161490565b8051602014915061540d565b6060615407565b919294959395606095856004116103fd5763ffffffff60e01b823516946000926004810197600319810199631d9dabef60e11b89146156f357506378e5bf0360e11b8814615641576332f111d760e01b88146155f457631674750f60e21b881461552457505050505063bc1c58d160e01b83146154d4575050612f8493615b64565b91509161550a936154e891612f8496615ac7565b604051600360f81b60208201526001815291615505602184612edf565b614ba5565b6040805160208082015293928492611b22928401916135aa565b939a99615538939992989195969750615ac7565b810190604081830360031901126153ae576024810135906001600160401b0382116155f05760219798949260046155ae9593615575930101612f69565b9161550560405198898095600160f91b602083015261559d8151809260208686019101612e08565b81010301601f198101855284612edf565b9150816155e2575050916155c591612f8493614ba5565b9190915b611b2260405193849260208085015260408401916135aa565b9350612f84925090506155c9565b8880fd5b50955050509695946156099194819396615ac7565b60401161563d57602490615621949550013591615b1a565b9050604051901515602082015260208152612f84604082612edf565b8480fd5b509550505095946156559194819396615ac7565b6040116133f85760240135925061566d838284615b1a565b92909383603c82149182156156ca575b501590816156c2575b506156ab575b5050612f8490611b2260405193849260208085015260408401916135aa565b612f8493506156ba9250615aee565b90913861568c565b905038615686565b909150638000000081101590816156e4575b50903861567d565b63ffffffff91501115386156dc565b999598949a9350505050615708939450615ac7565b615714603c8383615b1a565b929091831580615779575b615764575b50506014820361575c57615739929350613c7b565b901c5b6040519060018060a01b0316602082015260208152612f84604082612edf565b50505061573c565b9091506157719250615aee565b903880615724565b50600161571f565b9392909260168210614e8957816012116103fd576016601084013560f01c81810194918510610a9d57836016116103fd576157c3601283013560e01c866130ac565b95868510614e89576157d78787878661310b565b95909687996157e983899b818961310b565b99909998846008116103fd57873560c01c91601086106103fd576001600160401b0360088a013560c01c169161582d836001600160401b0360408b01511686615c74565b6140008111615ab65790600682049061585e61584883612f00565b926158566040519485612edf565b808452612f00565b602083019290601f190136843760009384928381855b8483106159455750505050505260405190602082019283919060005b81811061592f57505050906158b581615908979695949303601f198101835282612edf565b519020906040519260208401947f418a75ef1cb5a67b2f4c1b0cd2e12d0fa75fa63d6b9ca7587810d192a2c233b9865260408501526060840152608083015260a082015260a08152611b3060c082612edf565b9160ff6020850151169360018060a01b0390511691116103fd576016612f84950192614494565b8251845260209384019390920191600101615890565b909192939495506006830192838111610a9d57858411615ab65760028101808211610a9d5761599c61597982848a8861310b565b6001600160f01b031991359182169160028210615a96575b505060f01c866130ac565b916159ba6159b1613d76886000958c8a61310b565b60e01c846130ac565b95888711615a87576159d1846159dc928b8961310b565b989080968a92615ceb565b15615a74575050615a046145d1856159f5368987612f32565b6020815191012093898761310b565b602081519101206040519060208201927f0b65153a4cec9efd565de641e933febc63495fc8bcd414666352f395a947d15684526040830152606082015260608152615a50608082612edf565b519020615a66615a5f8a6144cb565b9988613941565b529291908795949392615874565b6304b90ff960e51b825260045260249150fd5b632f985a4560e01b8352600483fd5b6001600160f01b031960029290920360031b82901b161690503880615991565b632f985a4560e01b60005260046000fd5b916020116103fd5735908103615ada5750565b636796432560e01b60005260045260246000fd5b604051600160f81b6020820152600160ff1b602182015260058152612e04929091615505602584612edf565b919063ffffffff8211615b5c57604051600160f81b602082015260e09290921b6001600160e01b031916602183015260058252612e0492615505602584612edf565b505090600090565b6001600160e01b0319909116929091600063691f343160e01b8503615baf5750612f849293506040516020808201526000604082015260408152615ba9606082612edf565b93615ac7565b63c869023360e01b8503615be45750612f84929350604051600060208201526000604082015260408152615ba9606082612edf565b631101d5ab60e11b8503615c1f5750612f84929350604051600060208201526040808201526000606082015260608152615ba9608082612edf565b6304928c6760e21b8503615c4b57612f8493945060405190602082015260208152615ba9604082612edf565b5050505060405190637b1c461b60e01b6020830152602482015260248152612f84604482612edf565b6001600160401b038092169182911610615cd75750615c916136ee565b15615cc8576001600160401b0364ffffffffff600d5416915b16908110615cb55750565b62bd8e3760e81b60005260045260246000fd5b6001600160401b034291615caa565b634a19c08560e11b60005260045260246000fd5b91908381109384600014615d7f57815b60005b838110615d0e5750505050505090565b60208101808211610a9d5784811015615d78575b615d40612816615d376128168486888d61310b565b9284878a61310b565b90818103615d6c5750506020810180911115615cfe57634e487b7160e01b600052601160045260246000fd5b10979650505050505050565b5083615d22565b8091615cfb56fe55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec475ce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec' as const
export const bynameResolverDeployedBytecode = '0x60a080604052600436101561001357600080fd5b60003560e01c90816301ffc9a714612cb2575080630349f9d114612c56578063054f7d9c14612c305780630e316ab714612b085780631a16459914612aea5780631cd61c0414612aaf5780631d14384814612a865780631eefddb114612a4257806320d542ac1461295757806328ae6572146128ed57806329476d8a146128b05780632966308f146126715780632ba2a665146126545780632c73dc4a14612638578063382eccbe1461261b5780634651683d1461255a57806346f0975a1461248e57806347b45652146124705780634eff3fc4146123ac578063550acbe41461238257806355cc4e571461230b578063582de3e7146122d1578063659a40c8146122805780636a42b8f8146122585780636b7d40eb146122315780636c5e47c7146121d55780636cc895a914611f4557806379ba509714611eb65780637c39601d14611e865780637df73e2714611e4b57806385d7f5d314611e14578063895f1df314610fca5780638a596ebe14611d3d5780638b6b9b7a14611a435780638cc5ce471461196c5780638da5cb5b146119435780639061b9231461157a57806395797e62146114b45780639af338f6146112515780639c94e6c61461120d578063a0633e3d14610fcf578063a27154ba14610fca578063ac3ec96d14610f68578063af58bd1d14610ef1578063b2312bdf14610ebd578063b68f422b14610db6578063c346bd1a14610b03578063d3a7b7d314610ade578063d3fb73b414610ab3578063d8c65cba1461093a578063e095cfd414610905578063e30c3978146108dc578063e4aba8cb146107d4578063e7ec11de146107af578063e9b771a71461072e578063eb12d61e1461062f578063ed57d294146105bb578063eea330f914610579578063f2fde38b14610504578063f310b985146104d6578063f4d4d2f8146104a1578063f5c569c9146104025763f8388050146102d457600080fd5b346103fd5760403660031901126103fd576004356102f0612d7b565b6000546001600160a01b031633036103e85761030c818361466e565b60095491601083146103d75760405161032481612ec4565b818152602081019360ff84168552600160401b8110156103c15780600161034e92016009556136cf565b9190916103ab575181559251600193909301805460ff191660ff948516179055604080519182529190921660208301527f58685895aa25de1301d2ff060156552f911589a3482904f09c87e933532dc0d69190819081015b0390a1005b634e487b7160e01b600052600060045260246000fd5b634e487b7160e01b600052604160045260246000fd5b6303ac9a9360e51b60005260046000fd5b63245aecd360e01b6000523360045260246000fd5b600080fd5b346103fd5760403660031901126103fd5761041b612d7b565b6000546001600160a01b031633036103e85760ff600d5460501c1661049057610446906004356143c7565b600d80546aff0000000000ffffffffff19164264ffffffffff1617600160501b1790557fa8cab3d1893ed53071b052fafa843143492f25d1d6b0170d460789f7ab1954be600080a1005b632944b29f60e11b60005260046000fd5b346103fd576104d26104be6104b536612db8565b92919091613f84565b604051918291602083526020830190612e2b565b0390f35b346103fd5760003660031901126103fd576104ef6137b0565b6040805192835260ff91909116602083015290f35b346103fd5760203660031901126103fd5761051d612d65565b6000546001600160a01b031690338290036103e857600180546001600160a01b0319166001600160a01b03929092169182179055907f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700600080a3005b346103fd5760203660031901126103fd576004356001600160401b0381116103fd576105a9903690600401612d8b565b50506040805130815260006020820152f35b346103fd5760203660031901126103fd576004356001600160401b0381116103fd576105eb903690600401612d8b565b50506105f56136ee565b1561061f576104d2610605613274565b604051918291308352604060208401526040830190612e50565b6104d261062a613209565b610605565b346103fd5760203660031901126103fd57610648612d65565b6000546001600160a01b031633036103e8576001600160a01b03811690811561071d576001600160a01b0381166000908152600360205260409020546107085760025490600160401b8210156103c1576106ab8260016106cf9401600255613043565b81546001600160a01b0393841660039290921b91821b9390911b1916919091179055565b6002548160005260036020526040600020557f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f24600080a2005b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b346103fd5760003660031901126103fd576000546001600160a01b031633036103e857600d5460ff8160501c166104905764ffffffffff1916600d556000600e556000600f5560006010556000601155600060125560006013557f939e290b8b6ede22e083fd5f986fc628beb58a1b17d9d8641aacc877ae3b4f08600080a1005b346103fd5760003660031901126103fd5760206107ca6136ee565b6040519015158152f35b346103fd5760403660031901126103fd576004356107f0612d7b565b6000549091906001600160a01b031633036103e8577f0000000000000000000000000000000000000000000000000000000000000000906001600160401b038216156108cb57826001600160401b036108a46060946108707fed731d67499c442b3a5fd2701bacb8bf8d6365f11447e3fed8260be8ed73142a978661466e565b60ff6040519461087f86612ec4565b868652166020909401849052600a859055600b805460ff191685179055428316613455565b1690816001600160401b0319600c541617600c5560405192835260208301526040820152a1005b63157bd4c360e01b60005260046000fd5b346103fd5760003660031901126103fd576001546040516001600160a01b039091168152602090f35b346103fd5760203660031901126103fd57600435600052600860205260206001600160401b0360406000205416604051908152f35b346103fd5760003660031901126103fd576000546001600160a01b031633036103e857600c546109726001600160401b038216614258565b6001600160401b031916600c55600954600060095580610a1e575b50600954600160401b8110156103c1578060016109ad92016009556136cf565b6103ab57600a81036109fd575b600a54600b546040805192835260ff90911660208301527ff48a0d7c4b8940fcea2ee56a00d8906419b3dfe4f4aac1c16eb04d232e16350c9190819081016103a6565b600a54815560ff600181600b54169201911660ff19825416179055806109ba565b600181901b906001600160ff1b03811603610a9d57600960005260005b818110610a48575061098d565b6002906000817f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af015560007f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7b082015501610a3b565b634e487b7160e01b600052601160045260246000fd5b346103fd5760003660031901126103fd57600c546040805191901c6001600160a01b03168152602090f35b346103fd5760003660031901126103fd57602064ffffffffff600d5416604051908152f35b346103fd57610b1136612f87565b6000546001600160a01b031633036103e8578051600160401b81116103c1578060165481601655808210610d1a575b5050602082019060166000527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289916000905b828210610bed577f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb610bcf8660406000610bdd825193610bb28486612edf565b600185528260208601528351958695608087526080870190612e2b565b908582036020870152612e50565b91830152600060608301520390a1005b80518051906001600160401b0382116103c157610c0a865461314c565b601f8111610cd4575b50602090601f8311600114610c675792610c4d83600195946020948796600092610c5c575b50508160011b916000199060031b1c19161790565b87555b01940191019092610b72565b015190508b80610c38565b90601f1983169187600052816000209260005b818110610cbc5750936020936001969387969383889510610ca3575b505050811b018755610c50565b015160001960f88460031b161c191690558a8080610c96565b92936020600181928786015181550195019301610c7a565b82811115610c1357610d0b9087600052602060002090601f850160051c9060208610610d11575b601f82910160051c0391016135f2565b87610c13565b60009150610cfb565b60166000520360005b818110610d3257829150610b40565b807fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289600192850101610d64815461314c565b9081610d73575b505001610d23565b81601f600093118514610d8a5750555b8580610d6b565b81835260208320610da691601f0160051c8419019086016135f2565b8082528160208120915555610d83565b346103fd5760203660031901126103fd57600054600435906001600160a01b031633036103e857806000526008602052610dfd6001600160401b0360406000205416614258565b6000818152600860209081526040808320805467ffffffffffffffff19169055600782528083208390556006825280832080546001600160a01b03191690556005909152902054610e9690610e5d9060a81c6001600160401b0316613437565b6001600160401b0360405191610e7283612ea9565b600083526003602084015216604082015282600052600560205260406000206130b9565b7f0e5af6f981c13a6698fe2cd9b92deef9ec492345d0ffe56b0c7b9820d93d675b600080a2005b346103fd5760203660031901126103fd576004356000526006602052602060018060a01b0360406000205416604051908152f35b346103fd5760603660031901126103fd576004356001600160401b0381116103fd57610f21903690600401612f69565b6024356001600160401b0381116103fd57610f40903690600401612f69565b906044356001600160401b03811681036103fd57602092610f6092613673565b604051908152f35b346103fd5760203660031901126103fd576004356001600160401b0381116103fd57610f9b610fa1913690600401612d8b565b9061360f565b6040516004821015610fb4576020918152f35b634e487b7160e01b600052602160045260246000fd5b613027565b346103fd57610fdd36612f87565b6000546001600160a01b031633036103e8578051600160401b81116103c1578060145481601455808210611183575b505060208201906014600052600080516020615da7833981519152916000905b82821061106c577ff55ab94de79724616fc818a83613691c8669f0315c5dbb028aca0b838550e4676103a686604051918291602083526020830190612e50565b80518051906001600160401b0382116103c157611089865461314c565b601f8111611147575b50602090601f83116001146110da57926110cb83600195946020948796600092610c5c5750508160011b916000199060031b1c19161790565b87555b0194019101909261102c565b90601f1983169187600052816000209260005b81811061112f5750936020936001969387969383889510611116575b505050811b0187556110ce565b015160001960f88460031b161c191690558a8080611109565b929360206001819287860151815501950193016110ed565b828111156110925761117d9087600052602060002090601f850160051c9060208610610d1157601f82910160051c0391016135f2565b87611092565b60146000520360005b81811061119b5782915061100c565b80600080516020615da78339815191526001928501016111bb815461314c565b90816111ca575b50500161118c565b81601f6000931185146111e15750555b85806111c2565b818352602083206111fd91601f0160051c8419019086016135f2565b80825281602081209155556111da565b346103fd5760003660031901126103fd5760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103fd5760803660031901126103fd5760043561126d612d7b565b606435906001600160401b0382168092036103fd57600c5460401c6001600160a01b0316330361149f57600d549060ff8260501c16610490577f65ceb3fe53030e358d3eaa0720f2e75992e9b01b0d088c22ff6e9230ee752679926060926112d58387614636565b600e54861480159061148d575b611318575b5064ffffffffff421664ffffffffff19600d541617600d5560ff6040519216825260443560208301526040820152a2005b60281c64ffffffffff1661138d575b61138764ffffffffff421661136860405161134181612ea9565b88815282604060ff881692836020820152015288600e5560ff1660ff19600f541617600f55565b65ffffffffff00600f549160081b169065ffffffffff00191617600f55565b856112e7565b61139d611398613752565b61469d565b156113f057600e546012556113c160ff600f541660ff1660ff196013541617601355565b600f546013805465ffffffffff00191665ffffffffff0090921691909117905560006010556000601155611327565b6113fb611398613781565b8015611483575b156113275760105480611441575b50600e54601055600f546011805465ffffffffffff191660ff83161765ffffffffff00909216919091179055611327565b60125561145d60ff6011541660ff1660ff196013541617601355565b6011546013805465ffffffffff00191665ffffffffff0090921691909117905585611410565b5060105415611402565b5060ff600f541660ff841614156112e2565b635154299560e11b6000523360045260246000fd5b346103fd5760403660031901126103fd576114cd612d65565b60243564ffffffffff8116918282036103fd576000546001600160a01b031633036103e8577fb272398a7c0542286c34c8bf32e8f559b2c352004bc94bf103f66640bffce18c92604092600c54600160401b600160e01b0384861b16906001600160401b0363ffffffff60e01b011617600c5569ffffffffff0000000000600d549160281b169069ffffffffff0000000000191617600d5582519160018060a01b031682526020820152a1005b346103fd5761158836612db8565b9261159683829493946144e7565b9061159f6136ee565b61193157604051946020860191639061b92360e01b83526115d8876115ca84898986602486016135cb565b03601f198101895288612edf565b83600052600560205260ff60406000205460a01c166115f681613f6a565b61180c571580611801575b6116be5786604051630556f18360e41b815260a4810130600483015260a0602483015260155480915260c4820160c060048360051b850101019160156000526020600020916000905b82821061169057858503600319016044870152858061168c8961166d8982612e2b565b631e9a9a5f60e31b606485015283810360031901608485015290612e2b565b0390fd5b90919293602060016116b0819360bf196003198b83030101865288613186565b96019201920190929161164a565b6117439392611733836116fd8a946116ef6044978c6040519c8d94632967da4b60e11b6020870152602486016135cb565b03601f1981018a5289612edf565b80604051998a97602089015263ffffffff60e01b8260e01b16604089015286880137850191848301936000855251938491612e08565b010103601f198101845283612edf565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615d87833981519152929186015b8282106117d357868603600319016044880152868061168c8a6117b48a8a612e2b565b631c17665f60e11b606485015283810360031901608485015290612e2b565b90919294602060016117f3819360bf196003198c83030101865289613186565b970192019201909291611791565b506009541515611601565b50611873604085889461184d8961183f855197889263746be77160e01b60208501526020602485015260448401916135aa565b03601f198101875286612edf565b80835196879360208501528484013781016000838201520301601f198101845283612edf565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615d87833981519152929186015b82821061190357868603600319016044880152868061168c8a6118e48a8a612e2b565b630cb3481960e31b606485015283810360031901608485015290612e2b565b9091929460206001611923819360bf196003198c83030101865289613186565b9701920192019092916118c1565b50905061193c6137b0565b8091613955565b346103fd5760003660031901126103fd576000546040516001600160a01b039091168152602090f35b346103fd5760003660031901126103fd5760095461198981612f00565b906119976040519283612edf565b80825260208201908160096000527f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af6000915b838310611a255784866040519182916020830190602084525180915260408301919060005b8181106119fd575050500390f35b82518051855260209081015160ff1681860152869550604090940193909201916001016119ef565b60026020600192611a3585613589565b8152019201920191906119ca565b346103fd57366003190161012081126103fd5760c0136103fd5760c4356001600160401b0381116103fd57611a7c903690600401612d8b565b9060e4356001600160401b0381116103fd57611a9c903690600401612d8b565b929091610104356001600160401b0381116103fd57611abf903690600401612d8b565b611aca959195613521565b6001600160401b0342911610611d1857611ae8906004359687613cbb565b6001600160401b03611af8613537565b81604084015116918291161115611d045750611b386040516020810190611b3081611b2284613475565b03601f198101835282612edf565b519020614307565b916020820195611b4b60ff885116613f6a565b15611c8457505060ff611b8a95600382611b6361354d565b161480611c6c575b80611c54575b15611c3f575b5191516001600160a01b03169116614494565b15611c2e57611c2c905b80600052600760205260006040812055611bac613573565b600082815260066020526040902080546001600160a01b0319166001600160a01b03909216919091179055611bdf61355d565b6001600160401b03611bef61354d565b60ff611bf9613537565b9160405194611c0786612ea9565b6001600160a01b03168552166020840152166040820152611c26613573565b9161428e565b005b63ea8e4eb560e01b60005260046000fd5b611c4f611c4a61354d565b61381c565b611b77565b506001600160a01b03611c65613573565b1615611b71565b506001600160a01b03611c7d61355d565b1615611b6b565b93929550939050611c96611c4a61354d565b6004546001600160a01b03168015929086908415611cf0575b50505050611c2e57611cd192611cc361354d565b611ccb61355d565b90614494565b15611cdf57611c2c90611b94565b631d75040560e31b60005260046000fd5b611cfa9450614463565b1585808581611caf565b63c713f8ad60e01b60005260045260246000fd5b6001600160401b03611d28613521565b6323fb16c960e11b6000521660045260246000fd5b346103fd5760203660031901126103fd576004356001600160401b0381116103fd57611d6d903690600401612d8b565b5050601654611d7b81612f00565b90611d896040519283612edf565b808252601660009081527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289602084015b838310611de85760405160608082528190611dd690820188612e50565b60006020830152600060408301520390f35b600160208192604051611e0681611dff8189613186565b0382612edf565b815201920192019190611db9565b346103fd5760403660031901126103fd57611e2d612d7b565b6000546001600160a01b031633036103e857611c2c906004356143c7565b346103fd5760203660031901126103fd5760206107ca611e69612d65565b6001600160a01b0316600090815260036020526040902054151590565b346103fd5760003660031901126103fd576104d2611ea2613274565b604051918291602083526020830190612e50565b346103fd5760003660031901126103fd576001546001600160a01b03163303611f3057600180546001600160a01b0319169055600080549033906001600160a01b038316907f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09080a36001600160a01b0319163317600055005b63a09b9a4360e01b6000523360045260246000fd5b346103fd57611f5336612f87565b6000546001600160a01b031633036103e8578051156121c45760005b8151811015611fa557611f828183613941565b515115611f9157600101611f6f565b63a75ae56d60e01b60005260045260246000fd5b508051600160401b81116103c157806015548160155580821061213a575b505060208201906015600052600080516020615d87833981519152916000905b828210612023577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a5036103a686604051918291602083526020830190612e50565b80518051906001600160401b0382116103c157612040865461314c565b601f81116120fe575b50602090601f8311600114612091579261208283600195946020948796600092610c5c5750508160011b916000199060031b1c19161790565b87555b01940191019092611fe3565b90601f1983169187600052816000209260005b8181106120e657509360209360019693879693838895106120cd575b505050811b018755612085565b015160001960f88460031b161c191690558a80806120c0565b929360206001819287860151815501950193016120a4565b82811115612049576121349087600052602060002090601f850160051c9060208610610d1157601f82910160051c0391016135f2565b87612049565b60156000520360005b81811061215257829150611fc3565b80600080516020615d87833981519152600192850101612172815461314c565b9081612181575b505001612143565b81601f6000931185146121985750555b8580612179565b818352602083206121b491601f0160051c8419019086016135f2565b8082528160208120915555612191565b6323b0ed8560e21b60005260046000fd5b346103fd5760203660031901126103fd576004356000908152600760209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103fd5760003660031901126103fd5760206001600160401b03600c5416604051908152f35b346103fd5760003660031901126103fd57602064ffffffffff600d5460281c16604051908152f35b346103fd5761228e36612db8565b806020116103fd576104d29360206122c16104be9585359384600052600584526122bb60406000206133fc565b85614ce9565b93909295601f1901960194614968565b346103fd5760203660031901126103fd5760043563ffffffff60e01b81168091036103fd576040516312d6c5b760e31b9091148152602090f35b346103fd5760203660031901126103fd57612324612d65565b6000546001600160a01b031633036103e857600480546001600160a01b0319166001600160a01b0390921691821790556040519081527fcad349a575b7a312fc947b899cb436e2fde2cde8be518bf412258b1d7836a54e90602090a1005b346103fd5760c03660031901126103fd576020610f6060405182810190611b3081611b2284613475565b346103fd5760203660031901126103fd57600054600435906001600160a01b031633036103e8577f00000000000000000000000000000000000000000000000000000000000000006001600160401b038116156108cb57612416906001600160401b034216613455565b600082815260086020908152604091829020805467ffffffffffffffff19166001600160401b0394909416938417905590519182527ffa2b73ea1e099045393cc3b6ecacff4a5ad55ac07ee72d379d9f665e3b9c22b491a2005b346103fd5760003660031901126103fd5760206040516203f4808152f35b346103fd5760003660031901126103fd576040518060206002549283815201809260026000527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace9060005b81811061253b57505050816124ef910382612edf565b6040519182916020830190602084525180915260408301919060005b818110612519575050500390f35b82516001600160a01b031684528594506020938401939092019160010161250b565b82546001600160a01b03168452602090930192600192830192016124d9565b346103fd5760203660031901126103fd57611c2c60043580600052600760205261258760406000206133fc565b61259d6001600160401b03604083015116614258565b816000526007602052600060408120556001600160401b0360ff602060018060a01b03845116930151168360005260056020526125e38260406000205460a81c16613437565b90604051936125f185612ea9565b8452602084015216604082015281600052600660205260018060a01b03604060002054169161428e565b346103fd576104d26104be61262f36612db8565b92919091613315565b346103fd5760003660031901126103fd576104d2611ea2613209565b346103fd5760003660031901126103fd576020604051610e108152f35b346103fd5761267f36612db8565b9161268b9391936136ee565b1561289f57826020116103fd57833591836042116103fd576022850135926000906042870195604119810197816021101561288b576021810135916001600160f81b031983166127355750505080604051602081019084825286866021830137602187820181810187905282900360018101835261270a910182612edf565b51902003612722576104d26104be8888888888613bc9565b6355755e1760e11b825260045260249150fd5b60209692959396101561288b576020013560f81c9360f81c94806040516020810190600160f81b8252848660218301376021858201818101899052829003600181018352612784910182612edf565b5190200361287957506007851680612871575060ff60085b16946020861b820361285d578590039460ff8611612835578461010003610100811161284957876127d360019260ff8a16906130ac565b1c911b9060001982019182116128495716600581901b92906001600160fb1b0381160361283557602083019384841161282157509161281c93916128169361310b565b90613123565b613955565b634e487b7160e01b81526011600452602490fd5b634e487b7160e01b84526011600452602484fd5b634e487b7160e01b85526011600452602485fd5b63525c399f60e11b84526004829052602484fd5b60ff9061279c565b6355755e1760e11b8452600452602483fd5b634e487b7160e01b84526032600452602484fd5b63c274dea760e01b60005260046000fd5b346103fd5760203660031901126103fd576004356001600160401b0381116103fd576128e0903690600401612d8b565b5050602060405160018152f35b346103fd5760203660031901126103fd57600054600435906001600160a01b031633036103e85780600052600860205260406000206001600160401b031981541690557f7db96c621adff3af2add68e16d4205350c328edb4565826d282586e0bbd03499600080a2005b346103fd5760603660031901126103fd576024356001600160a01b03811690600435908290036103fd5760443560ff8116908181036103fd576000838152600660205260409020546001600160a01b03163303612a2d576129b79061381c565b6203f4804201804211610a9d577f539864497ea134bd43d262b3bafa270efc62a467dc6be7b9d31553bede975b2f916001600160401b0360409216612a208351612a0081612ea9565b8781528360208201528285820152866000526007602052846000206130b9565b82519182526020820152a3005b631945d95360e11b6000523360045260246000fd5b346103fd5760003660031901126103fd5760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103fd5760003660031901126103fd576004546040516001600160a01b039091168152602090f35b346103fd5760003660031901126103fd5760206040517f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152f35b346103fd5760203660031901126103fd576020610f60600435613074565b346103fd5760203660031901126103fd57612b21612d65565b6000546001600160a01b031633036103e8576001600160a01b03166000818152600360205260409020548015612c1b576002546000198101908111610a9d57612b6990613043565b905460039190911b1c6001600160a01b03166000198201828111610a9d57816106ab612b9492613043565b60005260036020526040600020556002548015612c055760001901612bb881613043565b81549060018060a01b039060031b1b19169055600255806000526003602052600060408120557f3525e22824a8a7df2c9a6029941c824cf95b6447f1e13d5128fd3826d35afe8b600080a2005b634e487b7160e01b600052603160045260246000fd5b50632a6edb2b60e01b60005260045260246000fd5b346103fd5760003660031901126103fd57602060ff600d5460501c166040519015158152f35b346103fd5760203660031901126103fd576004356000908152600560209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103fd5760203660031901126103fd576004359063ffffffff60e01b82168092036103fd576020916301ffc9a760e01b8114908115612d54575b8115612d43575b8115612d32575b8115612d21575b8115612d10575b5015158152f35b63c7e45d7360e01b14905083612d09565b633b55f4a560e21b81149150612d02565b63452cb75f60e11b81149150612cfb565b639061b92360e01b81149150612cf4565b63582de3e760e01b81149150612ced565b600435906001600160a01b03821682036103fd57565b6024359060ff821682036103fd57565b9181601f840112156103fd578235916001600160401b0383116103fd57602083818601950101116103fd57565b60406003198201126103fd576004356001600160401b0381116103fd5781612de291600401612d8b565b92909291602435906001600160401b0382116103fd57612e0491600401612d8b565b9091565b60005b838110612e1b5750506000910152565b8181015183820152602001612e0b565b90602091612e4481518092818552858086019101612e08565b601f01601f1916010190565b9080602083519182815201916020808360051b8301019401926000915b838310612e7c57505050505090565b9091929394602080612e9a600193601f198682030187528951612e2b565b97019301930191939290612e6d565b606081019081106001600160401b038211176103c157604052565b604081019081106001600160401b038211176103c157604052565b90601f801991011681019081106001600160401b038211176103c157604052565b6001600160401b0381116103c15760051b60200190565b6001600160401b0381116103c157601f01601f191660200190565b929192612f3e82612f17565b91612f4c6040519384612edf565b8294818452818301116103fd578281602093846000960137010152565b9080601f830112156103fd57816020612f8493359101612f32565b90565b60206003198201126103fd57600435906001600160401b0382116103fd57806023830112156103fd578160040135612fbe81612f00565b92612fcc6040519485612edf565b8184526024602085019260051b820101918383116103fd5760248201905b838210612ff957505050505090565b81356001600160401b0381116103fd5760209161301c8760248594880101612f69565b815201910190612fea565b346103fd5760003660031901126103fd57602060405160108152f35b60025481101561305e57600260005260206000200190600090565b634e487b7160e01b600052603260045260246000fd5b6040516020810191601960f81b83523060601b60228301524660368301526056820152605681526130a6607682612edf565b51902090565b91908201809211610a9d57565b81518154602084015160409094015167ffffffffffffffff60a81b60a89190911b1660ff60a01b60a09590951b949094166001600160a01b039092166001600160e81b03199091161717919091179055565b909392938483116103fd5784116103fd578101920390565b359060208110613131575090565b6000199060200360031b1b1690565b9082101561305e570190565b90600182811c9216801561317c575b602083101461316657565b634e487b7160e01b600052602260045260246000fd5b91607f169161315b565b600092918154916131968361314c565b80835292600181169081156131ec57506001146131b257505050565b60009081526020812093945091925b8383106131d2575060209250010190565b6001816020929493945483858701015201910191906131c1565b915050602093945060ff929192191683830152151560051b010190565b6015549061321682612f00565b916132246040519384612edf565b80835260156000908152600080516020615d87833981519152602085015b83831061324f5750505050565b60016020819260405161326681611dff8189613186565b815201920192019190613242565b6014549061328182612f00565b9161328f6040519384612edf565b80835260146000908152600080516020615da7833981519152602085015b8383106132ba5750505050565b6001602081926040516132d181611dff8189613186565b8152019201920191906132ad565b356001600160e01b03198116929190600482106132fa575050565b6001600160e01b031960049290920360031b82901b16169150565b9190939293846020116103fd57813590856024116103fd5763ffffffff602084013560e01c1693846024019182602411610a9d57806004116103fd5763ffffffff823560e01c16908160040180600411610a9d576000928282116133f857613381906004860188613cbb565b9361339260ff602087015116613f6a565b156133cc5790826133a3939261310b565b989093116133c95750612f8495966024926133be9285614ce9565b939092950194614968565b80fd5b8a98506133f09650612f84999a9594506133e89350829061310b565b95909461310b565b929091613f84565b8380fd5b9060405161340981612ea9565b91546001600160a01b038116835260a081901c60ff16602084015260a81c6001600160401b03166040830152565b6001600160401b036001911601906001600160401b038211610a9d57565b906001600160401b03809116911601906001600160401b038211610a9d57565b7f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152600435602082015260e0810191906024356001600160a01b038116908190036103fd57604082015260443560ff81168091036103fd5760608201526064356001600160a01b038116908190036103fd5760808201526084356001600160401b0381168091036103fd5760a082015260a435906001600160401b0382168092036103fd5760c00152565b60a4356001600160401b03811681036103fd5790565b6084356001600160401b03811681036103fd5790565b60443560ff811681036103fd5790565b6024356001600160a01b03811681036103fd5790565b6064356001600160a01b03811681036103fd5790565b9060405161359681612ec4565b602060ff6001839580548552015416910152565b908060209392818452848401376000828201840152601f01601f1916010190565b92906135e490612f8495936040865260408601916135aa565b9260208185039101526135aa565b60005b82811061360157505050565b6000828201556001016135f5565b90613619916144e7565b600052600560205260ff60406000205460a01c1661363681613f6a565b61366d576136426136ee565b61366757158061365c575b1561365757600390565b600090565b50600954151561364d565b50600290565b50600190565b602081519101209060208151910120604051916020830193601960f81b85523060601b60228501524660368501526001600160401b0360c01b9060c01b166056840152605e830152607e820152607e81526130a6609e82612edf565b60095481101561305e57600960005260206000209060011b0190600090565b600d5460ff8160501c16908115613703575090565b64ffffffffff16801515915081613718575090565b61374d91506001600160401b037f000000000000000000000000000000000000000000000000000000000000000016906130ac565b421190565b6040519061375f82612ea9565b600e548252600f5460ff8116602084015260081c64ffffffffff166040830152565b6040519061378e82612ea9565b601054825260115460ff8116602084015260081c64ffffffffff166040830152565b6137bb611398613752565b156137fc57600e905b60ff6001604051936137d585612ea9565b8054855201549264ffffffffff6020820194838116865260081c1660408201525192511690565b613807611398613781565b156138155760105b906137c4565b601261380f565b60ff16600181141580613845575b6138315750565b630d1dfb5d60e31b60005260045260246000fd5b506002811480613856575b1561382a565b506020600060066040516573616d706c6560d01b815260025afa15613935576139306000516040519060208201527fefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf371660408201527f0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a960608201527f60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb660808201527f7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d446229960a082015260a0815261392b60c082612edf565b6153cf565b613850565b6040513d6000823e3d90fd5b805182101561305e5760209160051b010190565b949091936014549361396685612f00565b946139746040519687612edf565b80865260146000908152600080516020615da7833981519152602088015b838310613ba45750505050845115613b935760005b8551811015613ae1576139ba8187613941565b516040516139c9608082612edf565b604d815260208101907f2f3030303030303030303030303030303030303030303030303030303030303082527f303030303030303030303030303030303030303030303030303030303030303060408201526c302e6a736f6e237b646174617d60981b60608201528a604090815b613a9e575050600193926020613a7293613a82936040519584613a63889651809287808a019101612e08565b85019151809385840190612e08565b010103601f198101835282612edf565b613a8c8289613941565b52613a978188613941565b50016139a7565b600f811690601082101561305e57613ada916f181899199a1a9b1b9c1cb0b131b232b360811b901a613ad084866146d5565b5360041c916144da565b9081613a37565b509582613b3d93606293613b669961168c9899604051988996602088015260ff60f81b9060f81b16604087015260ff60f81b9060f81b16604186015260428501528484013781016000838201520301601f198101835282612edf565b6020604051948594630556f18360e41b865230600487015260a0602487015260a4860190612e50565b8481036003198101604487015260008252632966308f60e01b6064870152601c0160848601520190612e2b565b63165f35bb60e21b60005260046000fd5b600160208192604051613bbb81611dff8189613186565b815201920192019190613992565b91613bd791819594936146e6565b8094919415613c7057604090613c11613c0a8351613bf58582612edf565b60018152603f60f91b60208201528389614ba5565b9085613cbb565b95613c2260ff602089015116613f6a565b15613c635782612f849792613c5392613c40613c5a96519384612edf565b60018352607f60f81b6020840152614ba5565b9184614ce9565b92919091614968565b612f849650809250614749565b8481612f8496614968565b356bffffffffffffffffffffffff19811692919060148210613c9b575050565b6bffffffffffffffffffffffff1960149290920360031b82901b16169150565b9190600060408051613ccc81612ea9565b8281528260208201520152826000526005602052613ced60406000206133fc565b60ff602082015116613f63575090600092600954935b848110613d30575050505050604051613d1b81612ea9565b60008152600360208201526000604082015290565b613d42613d3c826136cf565b50613589565b60208101805160051b611fe0166004810192838211610a9d57838710613f4e576000613d85613d7c613d7687868c8e61310b565b906132df565b60e01c866130ac565b94858910613f3a5790613d9f8660ff969594938b8d61310b565b9590945116610100036101008111613f265788901c90508883116103fd57806000613e0160256040518093602082019581875263ffffffff60e01b9060e01b1660218301528a8a848401378a820190838201520301601f198101835282612edf565b519020926000905b808210613eaa575050505103613e955791613e29858793613e31956146e6565b96909761310b565b9390939460158214613e4a575050600101929192613d03565b94509450505050816001116103fd57613e6a600019830160018301613c7b565b60601c911561305e5760405191613e8083612ea9565b82523560f81c60208201526000604082015290565b836327239cbf60e11b60005260045260246000fd5b90919360208301808411610a9d57612816613ec891858f869061310b565b9060018616613f1957613f00611b2291925b6040519283916020830195869091604192600160f81b8352600183015260218201520190565b5190209360011c9160208101809111610a9d5790613e09565b611b2290613f0090613eda565b634e487b7160e01b82526011600452602482fd5b6327239cbf60e11b82526004879052602482fd5b846327239cbf60e11b60005260045260246000fd5b9250505090565b60ff1660018114908115613f7c575090565b600291501490565b9291908301906060848303126103fd5783356001600160401b0381116103fd5782613fb0918601612f69565b936020810135926001600160401b03841684036103fd5760408201356001600160401b0381116103fd57613fe49201612f69565b926001600160401b03831642811061424057610e10420190814211610a9d5781811161422957505061401d614022939286923691612f32565b613673565b815160418110801561420f575b6141fb576040198101908111610a9d5760051c601081116141e75760009061416457505b6020820151916060604082015191015160001a92601b84141580614159575b614144576fa2a8918ca85bafe22016d0b997e4df60600160ff1b03821161412f576040805193845260ff9490941660208085019190915293830152606082015260008080529060809060015afa15613935576000516001600160a01b03811690811561411e576001600160a01b03166000908152600360205260409020541561410a57506004601f825116146141055790565b614c7b565b635292db3160e01b60005260045260246000fd5b63e11bd3a360e01b60005260046000fd5b50635682f3bf60e01b60005260045260246000fd5b83635d3b7f8160e11b60005260045260246000fd5b50601c841415614072565b9293604192915b82518410156141d3578284016020015190818110156141c657604051600160f81b6020820190815260218201929092526041810192909252906141b18160618101611b22565b5190209260208101809111612849579261416b565b611b22906141b190613eda565b909493506141e2919250613074565b614053565b631a77ef7f60e21b60005260045260246000fd5b63058676ad60e31b60005260045260246000fd5b5080604019810111610a9d5760206040198208151561402f565b63eb9a4cfb60e01b60005260045260245260446000fd5b63fb8bc71f60e01b6000526004524260245260446000fd5b6001600160401b031680158015614285575b6142715750565b635a8f69d560e01b60005260045260246000fd5b5080421061426a565b9060607f50ed630e471441c743419fdc75be9fb0122b945271b48845ecfcaffe43572fb0918360005260056020526142ca8160406000206130b9565b60018060a01b03815116946001600160401b03604060ff602085015116930151169060405192835260018060a01b031660208301526040820152a3565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f950425af791913732390be4924a2e2e09d39b5ade99baa9cefaecbce30e2c41f60408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a0815261439960c082612edf565b5190209060405190602082019261190160f01b845260228301526042820152604281526130a6606282612edf565b907f6ff677256a481d9463b7db67f1fb52d76e81de8c3ee1b02e348adbac7974830c916143f48282614636565b61442b60405161440381612ea9565b8281526000604060ff861692836020820152015282600e5560ff1660ff19600f541617600f55565b600f805465ffffffffff001916905560006010819055601181905560128190556013556040805191825260ff929092166020820152a1565b92919061447283838387614eb9565b938415614481575b5050505090565b61448b9450614faa565b3880808061447a565b909392919060ff16600181146144be5760021493846144b4575050505090565b61448b9450615014565b5061447283838387614eb9565b6000198114610a9d5760010190565b8015610a9d576000190190565b60006144f283612f00565b6144ff6040519182612edf565b838152601f1961450e85612f00565b01366020830137600091825b85811080614618575b15614565578061453c614535866144cb565b9585613941565b52614548818787613140565b3560f81c60010180600111610a9d57614560916130ac565b61451a565b95949392909560018101809111610a9d57840361460757805b6145885750505050565b614591906144da565b9461459c8683613941565b519060018201808311610a9d576145d16145d8916145c96145bf8b968a8a613140565b3560f81c826130ac565b90888861310b565b3691612f32565b6020815191012060405190602082019283526040820152604081526145fe606082612edf565b5190209561457e565b63430f13b360e01b60005260046000fd5b506001600160f81b031961462d828888613140565b35161515614523565b1561465d5760ff16601881116146495750565b63930191e360e01b60005260045260246000fd5b63b263ae7360e01b60005260046000fd5b1590811561468f575b5061467e57565b63f0352c1b60e01b60005260046000fd5b6018915060ff161138614677565b8051151590816146ab575090565b6146cf9150604064ffffffffff9101511664ffffffffff600d5460281c16906130ac565b42101590565b90815181101561305e570160200190565b9160005b8281106146fa5750505090600090565b60248101808211610a9d5760208201808311610a9d576147326128168261472a613d7c613d76878a978c8e61310b565b95888a61310b565b1461473d57506146ea565b915091612e049361310b565b959493929190956060856004116080526080516103fd57631592ca1b60e31b85356001600160e01b031916146147975750906147889596600092615452565b6004601f825116146141055790565b95929694909360049060006080520190600319018060201161496257813560208101908181116148bb576147d06128168383868861310b565b956147da87612f00565b966147e86040519889612edf565b8088526147f7601f1991612f00565b016080515b8181106149525750506080515b87518110156148d3578383116148bb576148258585818961310b565b909190600582901b6001600160fb1b03831683036148bb5760208101908181116148bb576148589161281691848761310b565b9060208201938483116148bb578f8d8f9280888f9661488d61488761281660019d61489f9c856148939961310b565b836130ac565b9261310b565b94909360805192615452565b6148a9828b613941565b526148b4818a613941565b5001614809565b634e487b7160e01b6080515260116004526024608051fd5b50995050505050509291505060405180926040820160208084015281518091526020848401948260051b850101920193608051905b82821061492557505050612f84925003601f198101835282612edf565b91935091602080614942600193605f198a82030186528851612e2b565b9601920192018593919492614908565b808c602080938c010152016147fc565b60805180fd5b959493929190606096866004116103fd57631592ca1b60e31b86356001600160e01b0319161461499c576147889750615452565b909590946000916003198101602011614ba157600482013591602083018311612835576149d8612816602085018560031986016004860161310b565b9a6149e28c612f00565b9b6149f06040519d8e612edf565b808d526149ff601f1991612f00565b018c865b8d838210614b915750505050845b8c51811015614b1257602085018511614afe57614a3a600319850160208701816004870161310b565b90600583901b6001600160fb1b0384168403614ad6576020810190818111614aea57614a6b9161281691858561310b565b91602083018311614ad657928f614abf8f8f8f8f8f8f8a614acf9a60019d6020614aaf8d9f95614aa561281684614ab7990188878961310b565b90508286016130ac565b93019161310b565b959094615452565b614ac98383613941565b52613941565b5001614a11565b634e487b7160e01b89526011600452602489fd5b634e487b7160e01b8a52601160045260248afd5b634e487b7160e01b86526011600452602486fd5b509a9997505050509450505050604051928391604083019060208085015282518092526020818501918360051b860101930194905b828210614b6457505050612f84925003601f198101835282612edf565b91935091602080614b81600193605f198a82030186528851612e2b565b9601920192018593919492614b47565b6020828194010152018d90614a03565b8280fd5b919081519060208301918083209060208110600014614c735760200360208111610a9d576001600160fd1b0381168103610a9d5760031b5b60005b838110614bf35750505050505090600090565b8087018360068235920135875118841c928260f01c93600685830163ffffffff8282019660d01c160101948a51149081614c6a575b50614c36575b505050614be0565b6145d1836006614c489301898d61310b565b6020815191012014614c5b578381614c2e565b945094505050612e049361310b565b90501538614c28565b506000614bdd565b80516020820180519092916001600160e01b031982169160048210614cc9575b50506001600160e01b031916630556f18360e41b14614cb8575190fd5b6307a19a8f60e01b60005260046000fd5b6001600160e01b031960049290920360031b82901b161690503880614c9b565b9392614cf791928386615781565b959396919287819715614ea9578215614e9a57505060268110614e8957806026116103fd5761ffff602484013560f01c1692836026019081602611610a9d57818310614e8957826014116103fd57803560601c94601c84106103fd57601482013560c01c602485106103fd57614ddc906040614d8b8b6001600160401b0380601c89013560c01c1693849201511684615c74565b6040519060208201927fbb432768c3a71c714516103429a771261db5be07f8bddc06d586a9ef8a68408984528960408401528a6060840152608083015260a082015260a08152611b3060c082612edf565b97600098858511614e855760208201519151614e0b93926026860192916001600160a01b03169060ff16614494565b15614e775791614e219181614e4596959461310b565b92909160405191614e3183612ea9565b825260016020830152866040830152615781565b949390915094919315614e6857614e595750565b63981f4dc560e01b8152600490fd5b63a8bad47960e01b8252600482fd5b62e5a19b60e81b8752600487fd5b8980fd5b63981f4dc560e01b60005260046000fd5b97509550919350600092915050565b62e5a19b60e81b60005260046000fd5b929060418203614fa157816040101561305e57604083013560f81c90601b82141580614f96575b8015614f6b575b614f6157826020116103fd578335926040116103fd57614f3060009360208096013590604051948594859094939260ff6060936080840197845216602083015260408201520152565b838052039060015afa15613935576000516001600160a01b03908116911681149081614f5a575090565b9050151590565b5050505050600090565b50826040116103fd576fa2a8918ca85bafe22016d0b997e4df60600160ff1b03602085013511614ee7565b50601c821415614ee0565b50505050600090565b92909192803b15614fa157602092614feb60009361183f60405197889288840195630b135d3f60e11b875260248501526040604485015260648401916135aa565b829451915afa615002575b630b135d3f60e11b1490565b601f3d1115614ff65750600051614ff6565b9190939293608285106153c657846040116103fd576150336040612f17565b926150416040519485612edf565b6040808552830193602081013686116103fd57604085823760006060830152905190206001600160a01b039081169116036153c657846080116103fd577f7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a86060830135116153c657846082116103fd5761ffff608083013560f01c16908160820180608211610a9d5760a7811080156153bd575b6153b2576000968082116153ae576150ee91818661310b565b91836020101561539a5760a2850135600160f81b16159081156151cd575b506151c6578682602092829460405192839283378101838152039060025afa156151ba57615171602092825161516085806040518094828201968060828d0189378201908382015203018084520182612edf565b604051928392839251928391612e08565b8101039060025afa156151af57926040612f84939481835194815195602087015281860137608084013760c082015260a0815261392b60c082612edf565b6040513d85823e3d90fd5b604051903d90823e3d90fd5b5050505050565b90506040516151dd606082612edf565b604081527f4142434445464748494a4b4c4d4e4f505152535455565758595a61626364656660208201527f6768696a6b6c6d6e6f707172737475767778797a303132333435363738392d5f60408201526040519161523c606084612edf565b602b8352602083019160403684378a5b602a8110615340575061526b90603f60ff60f81b9360021b16906146d5565b5116891a8251602a101561532c57604a8301536152e96001604460405180946152ce60208301977f7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6789526332911d1160e11b604085015251809285850190612e08565b8101601160f91b838201520301601e19810184520182612edf565b805191828510159283615301575b505050153861510c565b90919250848111614e855761531890369085612f32565b6020815191012091519020143880806152f7565b634e487b7160e01b8a52603260045260248afd5b806006026006810482036153865760fa0360fa81116153865790600191615371603f8660ff60f81b931c16856146d5565b51168d1a61537f82886146d5565b530161524c565b634e487b7160e01b8d52601160045260248dfd5b634e487b7160e01b88526032600452602488fd5b8780fd5b506000955050505050565b508087106150d5565b50600093505050565b600080916020815191016101005afa3d1561544b573d6153ee81612f17565b906153fc6040519283612edf565b81523d6000602083013e5b8161543f575b81615416575090565b6001915060208151910151906020811061542f57501490565b6000199060200360031b1b161490565b8051602014915061540d565b6060615407565b919294959395606095856004116103fd5763ffffffff60e01b823516946000926004810197600319810199631d9dabef60e11b89146156f357506378e5bf0360e11b8814615641576332f111d760e01b88146155f457631674750f60e21b881461552457505050505063bc1c58d160e01b83146154d4575050612f8493615b64565b91509161550a936154e891612f8496615ac7565b604051600360f81b60208201526001815291615505602184612edf565b614ba5565b6040805160208082015293928492611b22928401916135aa565b939a99615538939992989195969750615ac7565b810190604081830360031901126153ae576024810135906001600160401b0382116155f05760219798949260046155ae9593615575930101612f69565b9161550560405198898095600160f91b602083015261559d8151809260208686019101612e08565b81010301601f198101855284612edf565b9150816155e2575050916155c591612f8493614ba5565b9190915b611b2260405193849260208085015260408401916135aa565b9350612f84925090506155c9565b8880fd5b50955050509695946156099194819396615ac7565b60401161563d57602490615621949550013591615b1a565b9050604051901515602082015260208152612f84604082612edf565b8480fd5b509550505095946156559194819396615ac7565b6040116133f85760240135925061566d838284615b1a565b92909383603c82149182156156ca575b501590816156c2575b506156ab575b5050612f8490611b2260405193849260208085015260408401916135aa565b612f8493506156ba9250615aee565b90913861568c565b905038615686565b909150638000000081101590816156e4575b50903861567d565b63ffffffff91501115386156dc565b999598949a9350505050615708939450615ac7565b615714603c8383615b1a565b929091831580615779575b615764575b50506014820361575c57615739929350613c7b565b901c5b6040519060018060a01b0316602082015260208152612f84604082612edf565b50505061573c565b9091506157719250615aee565b903880615724565b50600161571f565b9392909260168210614e8957816012116103fd576016601084013560f01c81810194918510610a9d57836016116103fd576157c3601283013560e01c866130ac565b95868510614e89576157d78787878661310b565b95909687996157e983899b818961310b565b99909998846008116103fd57873560c01c91601086106103fd576001600160401b0360088a013560c01c169161582d836001600160401b0360408b01511686615c74565b6140008111615ab65790600682049061585e61584883612f00565b926158566040519485612edf565b808452612f00565b602083019290601f190136843760009384928381855b8483106159455750505050505260405190602082019283919060005b81811061592f57505050906158b581615908979695949303601f198101835282612edf565b519020906040519260208401947f418a75ef1cb5a67b2f4c1b0cd2e12d0fa75fa63d6b9ca7587810d192a2c233b9865260408501526060840152608083015260a082015260a08152611b3060c082612edf565b9160ff6020850151169360018060a01b0390511691116103fd576016612f84950192614494565b8251845260209384019390920191600101615890565b909192939495506006830192838111610a9d57858411615ab65760028101808211610a9d5761599c61597982848a8861310b565b6001600160f01b031991359182169160028210615a96575b505060f01c866130ac565b916159ba6159b1613d76886000958c8a61310b565b60e01c846130ac565b95888711615a87576159d1846159dc928b8961310b565b989080968a92615ceb565b15615a74575050615a046145d1856159f5368987612f32565b6020815191012093898761310b565b602081519101206040519060208201927f0b65153a4cec9efd565de641e933febc63495fc8bcd414666352f395a947d15684526040830152606082015260608152615a50608082612edf565b519020615a66615a5f8a6144cb565b9988613941565b529291908795949392615874565b6304b90ff960e51b825260045260249150fd5b632f985a4560e01b8352600483fd5b6001600160f01b031960029290920360031b82901b161690503880615991565b632f985a4560e01b60005260046000fd5b916020116103fd5735908103615ada5750565b636796432560e01b60005260045260246000fd5b604051600160f81b6020820152600160ff1b602182015260058152612e04929091615505602584612edf565b919063ffffffff8211615b5c57604051600160f81b602082015260e09290921b6001600160e01b031916602183015260058252612e0492615505602584612edf565b505090600090565b6001600160e01b0319909116929091600063691f343160e01b8503615baf5750612f849293506040516020808201526000604082015260408152615ba9606082612edf565b93615ac7565b63c869023360e01b8503615be45750612f84929350604051600060208201526000604082015260408152615ba9606082612edf565b631101d5ab60e11b8503615c1f5750612f84929350604051600060208201526040808201526000606082015260608152615ba9608082612edf565b6304928c6760e21b8503615c4b57612f8493945060405190602082015260208152615ba9604082612edf565b5050505060405190637b1c461b60e01b6020830152602482015260248152612f84604482612edf565b6001600160401b038092169182911610615cd75750615c916136ee565b15615cc8576001600160401b0364ffffffffff600d5416915b16908110615cb55750565b62bd8e3760e81b60005260045260246000fd5b6001600160401b034291615caa565b634a19c08560e11b60005260045260246000fd5b91908381109384600014615d7f57815b60005b838110615d0e5750505050505090565b60208101808211610a9d5784811015615d78575b615d40612816615d376128168486888d61310b565b9284878a61310b565b90818103615d6c5750506020810180911115615cfe57634e487b7160e01b600052601160045260246000fd5b10979650505050505050565b5083615d22565b8091615cfb56fe55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec475ce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec' as const
