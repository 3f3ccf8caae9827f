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
export const bynameResolverBytecode = '0x60c0604052346107685761662880380380610019816107f8565b928339810160a082820312610768576100318261081d565b60208301519092906001600160401b03811161076857810182601f820112156107685780519161006861006384610831565b6107f8565b9160208385815201906020829560051b820101908682116107685760208101925b82841061076d575050505060408101516001600160401b0381116107685781019380601f860112156107685784516100c361006382610831565b9560208088848152019260051b82010192831161076857602001905b8282106107505750505061010160806100fa6060840161086b565b920161086b565b946001600160a01b0316801561073f576000548160018060a01b0382167f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0600080a36001600160a01b0319161760009081555b8451811015610278576001600160a01b0361016f82876108de565b51169081156102675781600052600360205260406000205461025257600254916801000000000000000083101561023c576001830180600255831015610226577f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace90920180546001600160a01b03191683179055600254600083815260036020526040812091909155600192907f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f249080a201610154565b634e487b7160e01b600052603260045260246000fd5b634e487b7160e01b600052604160045260246000fd5b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b5060808590526001600160401b038116610e10811061072b575060a05280511561071a5760005b81518110156102d5576102b281836108de565b5151156102c15760010161029f565b63a75ae56d60e01b60005260045260246000fd5b50805168010000000000000000811161023c5760155481601555808210610697575b50601560009081527f55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec4759190845b8282106105715785856040519060208201906020835251809152604082019060408160051b84010193916000905b828210610546577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a50385870386a1604061038a816107f8565b9060018252600060208301526103aa81519260808452608084019061087f565b918083036020820152601654928381526020810160208560051b8301019460166000526020600020916000935b82851061049957867f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb87808b600085830152600060608301520390a17f6f3f9f1324f1d1344d559cdb5b7462e293d668a2ffee4183da084be07d24939761045c610440836107f8565b600181526000602082015283519182918583528583019061087f565b3060208301520390a151615d18908161091082396080518181816107ba0152818161120401526123ac015260a051818181612a3901526136f80152f35b9091929396601f198282030183526000908554906104b6826108a4565b808252916001811690811561052357506001146104e5575b5090976001908101950193926020019190506103d7565b909150856000526020600020916000925b81841061050d5750500160209081019060016104ce565b60018160209254838787010152019301926104f6565b60ff191660208381019190915292151560051b90910182019250600190506104ce565b90919294602080610563600193603f19898203018652895161087f565b970192019201909291610352565b80518051906001600160401b03821161023c5761058e86546108a4565b601f8111610651575b50602090601f83116001146105e45792826001949360209386956000926105d9575b5050600019600383901b1c191690841b1787555b01940191019092610324565b015190508b806105b9565b90601f1983169187600052816000209260005b8181106106395750936020936001969387969383889510610620575b505050811b0187556105cd565b015160001960f88460031b161c191690558b8080610613565b929360206001819287860151815501950193016105f7565b82811115610597576106889087600052602060002090601f850160051c906020861061068e575b601f82910160051c0391016108f2565b88610597565b60009150610678565b6015600052818060206000200191039060005b8281106106b85750506102f7565b8060019183016106c881546108a4565b90816106d7575b5050016106aa565b81601f6000931185146106ee5750555b87806106cf565b8183526020832061070a91601f0160051c8419019086016108f2565b80825281602081209155556106e7565b6323b0ed8560e21b60005260046000fd5b63c42c1c0160e01b60005260045260246000fd5b639905827b60e01b60005260046000fd5b6020809161075d8461081d565b8152019101906100df565b600080fd5b83516001600160401b0381116107685782019088603f830112156107685760208201519060006001600160401b0383116107e457506107b5601f8301601f19166020016107f8565b8281526040848401018b10610768576107d960209493859460408685019101610848565b815201930192610089565b634e487b7160e01b81526041600452602490fd5b6040519190601f01601f191682016001600160401b0381118382101761023c57604052565b51906001600160a01b038216820361076857565b6001600160401b03811161023c5760051b60200190565b60005b83811061085b5750506000910152565b818101518382015260200161084b565b51906001600160401b038216820361076857565b9060209161089881518092818552858086019101610848565b601f01601f1916010190565b90600182811c921680156108d4575b60208310146108be57565b634e487b7160e01b600052602260045260246000fd5b91607f16916108b3565b80518210156102265760209160051b010190565b60005b82811061090157505050565b6000828201556001016108f556fe60a080604052600436101561001357600080fd5b60003560e01c90816301ffc9a714612c89575080630349f9d114612c2d578063054f7d9c14612c075780630e316ab714612adf5780631a16459914612ac15780631cd61c0414612a865780631d14384814612a5d5780631eefddb114612a1957806320d542ac1461292e57806328ae6572146128c457806329476d8a146128875780632966308f146126485780632ba2a6651461262b5780632c73dc4a1461260f578063382eccbe146125f25780634651683d1461253157806346f0975a1461246557806347b45652146124475780634eff3fc414612383578063550acbe41461235957806355cc4e57146122e2578063582de3e7146122a8578063659a40c8146122575780636a42b8f81461222f5780636b7d40eb146122085780636c5e47c7146121ac5780636cc895a914611f1c57806379ba509714611e8d5780637c39601d14611e5d5780637df73e2714611e2257806385d7f5d314611deb578063895f1df314610f7d5780638a596ebe14611d145780638b6b9b7a14611a1a5780638cc5ce47146119435780638da5cb5b1461191a5780639061b9231461155157806395797e621461148b5780639af338f6146112285780639c94e6c6146111e4578063a0633e3d14610f82578063a27154ba14610f7d578063ac3ec96d14610f1b578063af58bd1d14610ea4578063b2312bdf14610e70578063b68f422b14610d69578063c346bd1a14610ab6578063d3a7b7d314610a91578063d3fb73b414610a66578063d8c65cba146108ed578063e095cfd4146108b8578063e30c39781461088f578063e4aba8cb14610787578063e7ec11de14610762578063e9b771a7146106e1578063eb12d61e146105e2578063ed57d2941461056e578063f2fde38b146104f9578063f310b985146104cb578063f4d4d2f814610496578063f5c569c9146103f75763f8388050146102c957600080fd5b346103f25760403660031901126103f2576004356102e5612d3a565b6000546001600160a01b031633036103dd5761030181836145df565b60095491601083146103cc5760405161031981612e83565b818152602081019360ff84168552600160401b8110156103b65780600161034392016009556136a0565b9190916103a0575181559251600193909301805460ff191660ff948516179055604080519182529190921660208301527f58685895aa25de1301d2ff060156552f911589a3482904f09c87e933532dc0d69190819081015b0390a1005b634e487b7160e01b600052600060045260246000fd5b634e487b7160e01b600052604160045260246000fd5b6303ac9a9360e51b60005260046000fd5b63245aecd360e01b6000523360045260246000fd5b600080fd5b346103f25760403660031901126103f257610410612d3a565b6000546001600160a01b031633036103dd5760ff600d5460501c166104855761043b90600435614338565b600d80546aff0000000000ffffffffff19164264ffffffffff1617600160501b1790557fa8cab3d1893ed53071b052fafa843143492f25d1d6b0170d460789f7ab1954be600080a1005b632944b29f60e11b60005260046000fd5b346103f2576104c76104b36104aa36612d77565b92919091613ef5565b604051918291602083526020830190612dea565b0390f35b346103f25760003660031901126103f2576104e4613781565b6040805192835260ff91909116602083015290f35b346103f25760203660031901126103f257610512612d24565b6000546001600160a01b031690338290036103dd57600180546001600160a01b0319166001600160a01b03929092169182179055907f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700600080a3005b346103f25760203660031901126103f2576004356001600160401b0381116103f25761059e903690600401612d4a565b50506105a86136bf565b156105d2576104c76105b8613233565b604051918291308352604060208401526040830190612e0f565b6104c76105dd6131c8565b6105b8565b346103f25760203660031901126103f2576105fb612d24565b6000546001600160a01b031633036103dd576001600160a01b0381169081156106d0576001600160a01b0381166000908152600360205260409020546106bb5760025490600160401b8210156103b65761065e8260016106829401600255613002565b81546001600160a01b0393841660039290921b91821b9390911b1916919091179055565b6002548160005260036020526040600020557f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f24600080a2005b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b346103f25760003660031901126103f2576000546001600160a01b031633036103dd57600d5460ff8160501c166104855764ffffffffff1916600d556000600e556000600f5560006010556000601155600060125560006013557f939e290b8b6ede22e083fd5f986fc628beb58a1b17d9d8641aacc877ae3b4f08600080a1005b346103f25760003660031901126103f257602061077d6136bf565b6040519015158152f35b346103f25760403660031901126103f2576004356107a3612d3a565b6000549091906001600160a01b031633036103dd577f0000000000000000000000000000000000000000000000000000000000000000906001600160401b0382161561087e57826001600160401b036108576060946108237fed731d67499c442b3a5fd2701bacb8bf8d6365f11447e3fed8260be8ed73142a97866145df565b60ff6040519461083286612e83565b868652166020909401849052600a859055600b805460ff191685179055428316613426565b1690816001600160401b0319600c541617600c5560405192835260208301526040820152a1005b63157bd4c360e01b60005260046000fd5b346103f25760003660031901126103f2576001546040516001600160a01b039091168152602090f35b346103f25760203660031901126103f257600435600052600860205260206001600160401b0360406000205416604051908152f35b346103f25760003660031901126103f2576000546001600160a01b031633036103dd57600c546109256001600160401b0382166141c9565b6001600160401b031916600c556009546000600955806109d1575b50600954600160401b8110156103b65780600161096092016009556136a0565b6103a057600a81036109b0575b600a54600b546040805192835260ff90911660208301527ff48a0d7c4b8940fcea2ee56a00d8906419b3dfe4f4aac1c16eb04d232e16350c91908190810161039b565b600a54815560ff600181600b54169201911660ff198254161790558061096d565b600181901b906001600160ff1b03811603610a5057600960005260005b8181106109fb5750610940565b6002906000817f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af015560007f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7b0820155016109ee565b634e487b7160e01b600052601160045260246000fd5b346103f25760003660031901126103f257600c546040805191901c6001600160a01b03168152602090f35b346103f25760003660031901126103f257602064ffffffffff600d5416604051908152f35b346103f257610ac436612f46565b6000546001600160a01b031633036103dd578051600160401b81116103b6578060165481601655808210610ccd575b5050602082019060166000527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289916000905b828210610ba0577f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb610b828660406000610b90825193610b658486612e9e565b600185528260208601528351958695608087526080870190612dea565b908582036020870152612e0f565b91830152600060608301520390a1005b80518051906001600160401b0382116103b657610bbd865461310b565b601f8111610c87575b50602090601f8311600114610c1a5792610c0083600195946020948796600092610c0f575b50508160011b916000199060031b1c19161790565b87555b01940191019092610b25565b015190508b80610beb565b90601f1983169187600052816000209260005b818110610c6f5750936020936001969387969383889510610c56575b505050811b018755610c03565b015160001960f88460031b161c191690558a8080610c49565b92936020600181928786015181550195019301610c2d565b82811115610bc657610cbe9087600052602060002090601f850160051c9060208610610cc4575b601f82910160051c0391016135c3565b87610bc6565b60009150610cae565b60166000520360005b818110610ce557829150610af3565b807fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289600192850101610d17815461310b565b9081610d26575b505001610cd6565b81601f600093118514610d3d5750555b8580610d1e565b81835260208320610d5991601f0160051c8419019086016135c3565b8082528160208120915555610d36565b346103f25760203660031901126103f257600054600435906001600160a01b031633036103dd57806000526008602052610db06001600160401b03604060002054166141c9565b6000818152600860209081526040808320805467ffffffffffffffff19169055600782528083208390556006825280832080546001600160a01b03191690556005909152902054610e4990610e109060a81c6001600160401b0316613408565b6001600160401b0360405191610e2583612e68565b60008352600360208401521660408201528260005260056020526040600020613078565b7f0e5af6f981c13a6698fe2cd9b92deef9ec492345d0ffe56b0c7b9820d93d675b600080a2005b346103f25760203660031901126103f2576004356000526006602052602060018060a01b0360406000205416604051908152f35b346103f25760603660031901126103f2576004356001600160401b0381116103f257610ed4903690600401612f28565b6024356001600160401b0381116103f257610ef3903690600401612f28565b906044356001600160401b03811681036103f257602092610f1392613644565b604051908152f35b346103f25760203660031901126103f2576004356001600160401b0381116103f257610f4e610f54913690600401612d4a565b906135e0565b6040516004821015610f67576020918152f35b634e487b7160e01b600052602160045260246000fd5b612fe6565b346103f257610f9036612f46565b6000546001600160a01b031633036103dd578051600160401b81116103b6578060145481601455808210611148575b5050602082019060146000527fce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec916000905b828210611031577ff55ab94de79724616fc818a83613691c8669f0315c5dbb028aca0b838550e46761039b86604051918291602083526020830190612e0f565b80518051906001600160401b0382116103b65761104e865461310b565b601f811161110c575b50602090601f831160011461109f579261109083600195946020948796600092610c0f5750508160011b916000199060031b1c19161790565b87555b01940191019092610ff1565b90601f1983169187600052816000209260005b8181106110f457509360209360019693879693838895106110db575b505050811b018755611093565b015160001960f88460031b161c191690558a80806110ce565b929360206001819287860151815501950193016110b2565b82811115611057576111429087600052602060002090601f850160051c9060208610610cc457601f82910160051c0391016135c3565b87611057565b60146000520360005b81811061116057829150610fbf565b807fce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec600192850101611192815461310b565b90816111a1575b505001611151565b81601f6000931185146111b85750555b8580611199565b818352602083206111d491601f0160051c8419019086016135c3565b80825281602081209155556111b1565b346103f25760003660031901126103f25760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103f25760803660031901126103f257600435611244612d3a565b606435906001600160401b0382168092036103f257600c5460401c6001600160a01b0316330361147657600d549060ff8260501c16610485577f65ceb3fe53030e358d3eaa0720f2e75992e9b01b0d088c22ff6e9230ee752679926060926112ac83876145a7565b600e548614801590611464575b6112ef575b5064ffffffffff421664ffffffffff19600d541617600d5560ff6040519216825260443560208301526040820152a2005b60281c64ffffffffff16611364575b61135e64ffffffffff421661133f60405161131881612e68565b88815282604060ff881692836020820152015288600e5560ff1660ff19600f541617600f55565b65ffffffffff00600f549160081b169065ffffffffff00191617600f55565b856112be565b61137461136f613723565b61460e565b156113c757600e5460125561139860ff600f541660ff1660ff196013541617601355565b600f546013805465ffffffffff00191665ffffffffff00909216919091179055600060105560006011556112fe565b6113d261136f613752565b801561145a575b156112fe5760105480611418575b50600e54601055600f546011805465ffffffffffff191660ff83161765ffffffffff009092169190911790556112fe565b60125561143460ff6011541660ff1660ff196013541617601355565b6011546013805465ffffffffff00191665ffffffffff00909216919091179055856113e7565b50601054156113d9565b5060ff600f541660ff841614156112b9565b635154299560e11b6000523360045260246000fd5b346103f25760403660031901126103f2576114a4612d24565b60243564ffffffffff8116918282036103f2576000546001600160a01b031633036103dd577fb272398a7c0542286c34c8bf32e8f559b2c352004bc94bf103f66640bffce18c92604092600c54600160401b600160e01b0384861b16906001600160401b0363ffffffff60e01b011617600c5569ffffffffff0000000000600d549160281b169069ffffffffff0000000000191617600d5582519160018060a01b031682526020820152a1005b346103f25761155f36612d77565b9261156d8382949394614458565b906115766136bf565b61190857604051946020860191639061b92360e01b83526115af876115a1848989866024860161359c565b03601f198101895288612e9e565b83600052600560205260ff60406000205460a01c166115cd81613edb565b6117e35715806117d8575b6116955786604051630556f18360e41b815260a4810130600483015260a0602483015260155480915260c4820160c060048360051b850101019160156000526020600020916000905b828210611667578585036003190160448701528580611663896116448982612dea565b631e9a9a5f60e31b606485015283810360031901608485015290612dea565b0390fd5b9091929360206001611687819360bf196003198b83030101865288613145565b960192019201909291611621565b61171a939261170a836116d48a946116c66044978c6040519c8d94632967da4b60e11b60208701526024860161359c565b03601f1981018a5289612e9e565b80604051998a97602089015263ffffffff60e01b8260e01b16604089015286880137850191848301936000855251938491612dc7565b010103601f198101845283612e9e565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615cf8833981519152929186015b8282106117aa5786860360031901604488015286806116638a61178b8a8a612dea565b631c17665f60e11b606485015283810360031901608485015290612dea565b90919294602060016117ca819360bf196003198c83030101865289613145565b970192019201909291611768565b5060095415156115d8565b5061184a604085889461182489611816855197889263746be77160e01b602085015260206024850152604484019161357b565b03601f198101875286612e9e565b80835196879360208501528484013781016000838201520301601f198101845283612e9e565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615cf8833981519152929186015b8282106118da5786860360031901604488015286806116638a6118bb8a8a612dea565b630cb3481960e31b606485015283810360031901608485015290612dea565b90919294602060016118fa819360bf196003198c83030101865289613145565b970192019201909291611898565b509050611913613781565b8091613926565b346103f25760003660031901126103f2576000546040516001600160a01b039091168152602090f35b346103f25760003660031901126103f25760095461196081612ebf565b9061196e6040519283612e9e565b80825260208201908160096000527f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af6000915b8383106119fc5784866040519182916020830190602084525180915260408301919060005b8181106119d4575050500390f35b82518051855260209081015160ff1681860152869550604090940193909201916001016119c6565b60026020600192611a0c8561355a565b8152019201920191906119a1565b346103f257366003190161012081126103f25760c0136103f25760c4356001600160401b0381116103f257611a53903690600401612d4a565b9060e4356001600160401b0381116103f257611a73903690600401612d4a565b929091610104356001600160401b0381116103f257611a96903690600401612d4a565b611aa19591956134f2565b6001600160401b0342911610611cef57611abf906004359687613c2c565b6001600160401b03611acf613508565b81604084015116918291161115611cdb5750611b0f6040516020810190611b0781611af984613446565b03601f198101835282612e9e565b519020614278565b916020820195611b2260ff885116613edb565b15611c5b57505060ff611b6195600382611b3a61351e565b161480611c43575b80611c2b575b15611c16575b5191516001600160a01b03169116614405565b15611c0557611c03905b80600052600760205260006040812055611b83613544565b600082815260066020526040902080546001600160a01b0319166001600160a01b03909216919091179055611bb661352e565b6001600160401b03611bc661351e565b60ff611bd0613508565b9160405194611bde86612e68565b6001600160a01b03168552166020840152166040820152611bfd613544565b916141ff565b005b63ea8e4eb560e01b60005260046000fd5b611c26611c2161351e565b6137ed565b611b4e565b506001600160a01b03611c3c613544565b1615611b48565b506001600160a01b03611c5461352e565b1615611b42565b93929550939050611c6d611c2161351e565b6004546001600160a01b03168015929086908415611cc7575b50505050611c0557611ca892611c9a61351e565b611ca261352e565b90614405565b15611cb657611c0390611b6b565b631d75040560e31b60005260046000fd5b611cd194506143d4565b1585808581611c86565b63c713f8ad60e01b60005260045260246000fd5b6001600160401b03611cff6134f2565b6323fb16c960e11b6000521660045260246000fd5b346103f25760203660031901126103f2576004356001600160401b0381116103f257611d44903690600401612d4a565b5050601654611d5281612ebf565b90611d606040519283612e9e565b808252601660009081527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289602084015b838310611dbf5760405160608082528190611dad90820188612e0f565b60006020830152600060408301520390f35b600160208192604051611ddd81611dd68189613145565b0382612e9e565b815201920192019190611d90565b346103f25760403660031901126103f257611e04612d3a565b6000546001600160a01b031633036103dd57611c0390600435614338565b346103f25760203660031901126103f257602061077d611e40612d24565b6001600160a01b0316600090815260036020526040902054151590565b346103f25760003660031901126103f2576104c7611e79613233565b604051918291602083526020830190612e0f565b346103f25760003660031901126103f2576001546001600160a01b03163303611f0757600180546001600160a01b0319169055600080549033906001600160a01b038316907f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09080a36001600160a01b0319163317600055005b63a09b9a4360e01b6000523360045260246000fd5b346103f257611f2a36612f46565b6000546001600160a01b031633036103dd5780511561219b5760005b8151811015611f7c57611f598183613912565b515115611f6857600101611f46565b63a75ae56d60e01b60005260045260246000fd5b508051600160401b81116103b6578060155481601555808210612111575b505060208201906015600052600080516020615cf8833981519152916000905b828210611ffa577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a50361039b86604051918291602083526020830190612e0f565b80518051906001600160401b0382116103b657612017865461310b565b601f81116120d5575b50602090601f8311600114612068579261205983600195946020948796600092610c0f5750508160011b916000199060031b1c19161790565b87555b01940191019092611fba565b90601f1983169187600052816000209260005b8181106120bd57509360209360019693879693838895106120a4575b505050811b01875561205c565b015160001960f88460031b161c191690558a8080612097565b9293602060018192878601518155019501930161207b565b828111156120205761210b9087600052602060002090601f850160051c9060208610610cc457601f82910160051c0391016135c3565b87612020565b60156000520360005b81811061212957829150611f9a565b80600080516020615cf8833981519152600192850101612149815461310b565b9081612158575b50500161211a565b81601f60009311851461216f5750555b8580612150565b8183526020832061218b91601f0160051c8419019086016135c3565b8082528160208120915555612168565b6323b0ed8560e21b60005260046000fd5b346103f25760203660031901126103f2576004356000908152600760209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103f25760003660031901126103f25760206001600160401b03600c5416604051908152f35b346103f25760003660031901126103f257602064ffffffffff600d5460281c16604051908152f35b346103f25761226536612d77565b806020116103f2576104c79360206122986104b395853593846000526005845261229260406000206133cd565b85614c5a565b93909295601f19019601946148d9565b346103f25760203660031901126103f25760043563ffffffff60e01b81168091036103f2576040516312d6c5b760e31b9091148152602090f35b346103f25760203660031901126103f2576122fb612d24565b6000546001600160a01b031633036103dd57600480546001600160a01b0319166001600160a01b0390921691821790556040519081527fcad349a575b7a312fc947b899cb436e2fde2cde8be518bf412258b1d7836a54e90602090a1005b346103f25760c03660031901126103f2576020610f1360405182810190611b0781611af984613446565b346103f25760203660031901126103f257600054600435906001600160a01b031633036103dd577f00000000000000000000000000000000000000000000000000000000000000006001600160401b0381161561087e576123ed906001600160401b034216613426565b600082815260086020908152604091829020805467ffffffffffffffff19166001600160401b0394909416938417905590519182527ffa2b73ea1e099045393cc3b6ecacff4a5ad55ac07ee72d379d9f665e3b9c22b491a2005b346103f25760003660031901126103f25760206040516203f4808152f35b346103f25760003660031901126103f2576040518060206002549283815201809260026000527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace9060005b81811061251257505050816124c6910382612e9e565b6040519182916020830190602084525180915260408301919060005b8181106124f0575050500390f35b82516001600160a01b03168452859450602093840193909201916001016124e2565b82546001600160a01b03168452602090930192600192830192016124b0565b346103f25760203660031901126103f257611c0360043580600052600760205261255e60406000206133cd565b6125746001600160401b036040830151166141c9565b816000526007602052600060408120556001600160401b0360ff602060018060a01b03845116930151168360005260056020526125ba8260406000205460a81c16613408565b90604051936125c885612e68565b8452602084015216604082015281600052600660205260018060a01b0360406000205416916141ff565b346103f2576104c76104b361260636612d77565b929190916132e6565b346103f25760003660031901126103f2576104c7611e796131c8565b346103f25760003660031901126103f2576020604051610e108152f35b346103f25761265636612d77565b916126629391936136bf565b1561287657826020116103f257833591836042116103f25760228501359260009060428701956041198101978160211015612862576021810135916001600160f81b0319831661270c575050508060405160208101908482528686602183013760218782018181018790528290036001810183526126e1910182612e9e565b519020036126f9576104c76104b38888888888613b3a565b6355755e1760e11b825260045260249150fd5b602096929593961015612862576020013560f81c9360f81c94806040516020810190600160f81b825284866021830137602185820181810189905282900360018101835261275b910182612e9e565b5190200361285057506007851680612848575060ff60085b16946020861b8203612834578590039460ff861161280c578461010003610100811161282057876127aa60019260ff8a169061306b565b1c911b9060001982019182116128205716600581901b92906001600160fb1b0381160361280c5760208301938484116127f85750916127f393916127ed936130ca565b906130e2565b613926565b634e487b7160e01b81526011600452602490fd5b634e487b7160e01b84526011600452602484fd5b634e487b7160e01b85526011600452602485fd5b63525c399f60e11b84526004829052602484fd5b60ff90612773565b6355755e1760e11b8452600452602483fd5b634e487b7160e01b84526032600452602484fd5b63c274dea760e01b60005260046000fd5b346103f25760203660031901126103f2576004356001600160401b0381116103f2576128b7903690600401612d4a565b5050602060405160018152f35b346103f25760203660031901126103f257600054600435906001600160a01b031633036103dd5780600052600860205260406000206001600160401b031981541690557f7db96c621adff3af2add68e16d4205350c328edb4565826d282586e0bbd03499600080a2005b346103f25760603660031901126103f2576024356001600160a01b03811690600435908290036103f25760443560ff8116908181036103f2576000838152600660205260409020546001600160a01b03163303612a045761298e906137ed565b6203f4804201804211610a50577f539864497ea134bd43d262b3bafa270efc62a467dc6be7b9d31553bede975b2f916001600160401b03604092166129f783516129d781612e68565b878152836020820152828582015286600052600760205284600020613078565b82519182526020820152a3005b631945d95360e11b6000523360045260246000fd5b346103f25760003660031901126103f25760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103f25760003660031901126103f2576004546040516001600160a01b039091168152602090f35b346103f25760003660031901126103f25760206040517f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152f35b346103f25760203660031901126103f2576020610f13600435613033565b346103f25760203660031901126103f257612af8612d24565b6000546001600160a01b031633036103dd576001600160a01b03166000818152600360205260409020548015612bf2576002546000198101908111610a5057612b4090613002565b905460039190911b1c6001600160a01b03166000198201828111610a50578161065e612b6b92613002565b60005260036020526040600020556002548015612bdc5760001901612b8f81613002565b81549060018060a01b039060031b1b19169055600255806000526003602052600060408120557f3525e22824a8a7df2c9a6029941c824cf95b6447f1e13d5128fd3826d35afe8b600080a2005b634e487b7160e01b600052603160045260246000fd5b50632a6edb2b60e01b60005260045260246000fd5b346103f25760003660031901126103f257602060ff600d5460501c166040519015158152f35b346103f25760203660031901126103f2576004356000908152600560209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103f25760203660031901126103f2576004359063ffffffff60e01b82168092036103f2576020916301ffc9a760e01b8114908115612d13575b8115612d02575b8115612cf1575b8115612ce0575b5015158152f35b633b55f4a560e21b14905083612cd9565b63452cb75f60e11b81149150612cd2565b639061b92360e01b81149150612ccb565b63582de3e760e01b81149150612cc4565b600435906001600160a01b03821682036103f257565b6024359060ff821682036103f257565b9181601f840112156103f2578235916001600160401b0383116103f257602083818601950101116103f257565b60406003198201126103f2576004356001600160401b0381116103f25781612da191600401612d4a565b92909291602435906001600160401b0382116103f257612dc391600401612d4a565b9091565b60005b838110612dda5750506000910152565b8181015183820152602001612dca565b90602091612e0381518092818552858086019101612dc7565b601f01601f1916010190565b9080602083519182815201916020808360051b8301019401926000915b838310612e3b57505050505090565b9091929394602080612e59600193601f198682030187528951612dea565b97019301930191939290612e2c565b606081019081106001600160401b038211176103b657604052565b604081019081106001600160401b038211176103b657604052565b90601f801991011681019081106001600160401b038211176103b657604052565b6001600160401b0381116103b65760051b60200190565b6001600160401b0381116103b657601f01601f191660200190565b929192612efd82612ed6565b91612f0b6040519384612e9e565b8294818452818301116103f2578281602093846000960137010152565b9080601f830112156103f257816020612f4393359101612ef1565b90565b60206003198201126103f257600435906001600160401b0382116103f257806023830112156103f2578160040135612f7d81612ebf565b92612f8b6040519485612e9e565b8184526024602085019260051b820101918383116103f25760248201905b838210612fb857505050505090565b81356001600160401b0381116103f257602091612fdb8760248594880101612f28565b815201910190612fa9565b346103f25760003660031901126103f257602060405160108152f35b60025481101561301d57600260005260206000200190600090565b634e487b7160e01b600052603260045260246000fd5b6040516020810191601960f81b83523060601b6022830152466036830152605682015260568152613065607682612e9e565b51902090565b91908201809211610a5057565b81518154602084015160409094015167ffffffffffffffff60a81b60a89190911b1660ff60a01b60a09590951b949094166001600160a01b039092166001600160e81b03199091161717919091179055565b909392938483116103f25784116103f2578101920390565b3590602081106130f0575090565b6000199060200360031b1b1690565b9082101561301d570190565b90600182811c9216801561313b575b602083101461312557565b634e487b7160e01b600052602260045260246000fd5b91607f169161311a565b600092918154916131558361310b565b80835292600181169081156131ab575060011461317157505050565b60009081526020812093945091925b838310613191575060209250010190565b600181602092949394548385870101520191019190613180565b915050602093945060ff929192191683830152151560051b010190565b601554906131d582612ebf565b916131e36040519384612e9e565b80835260156000908152600080516020615cf8833981519152602085015b83831061320e5750505050565b60016020819260405161322581611dd68189613145565b815201920192019190613201565b6014549061324082612ebf565b9161324e6040519384612e9e565b808352601460009081527fce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec602085015b83831061328b5750505050565b6001602081926040516132a281611dd68189613145565b81520192019201919061327e565b356001600160e01b03198116929190600482106132cb575050565b6001600160e01b031960049290920360031b82901b16169150565b9190939293846020116103f257813590856024116103f25763ffffffff602084013560e01c1693846024019182602411610a5057806004116103f25763ffffffff823560e01c16908160040180600411610a50576000928282116133c957613352906004860188613c2c565b9361336360ff602087015116613edb565b1561339d57908261337493926130ca565b9890931161339a5750612f43959660249261338f9285614c5a565b9390929501946148d9565b80fd5b8a98506133c19650612f43999a9594506133b9935082906130ca565b9590946130ca565b929091613ef5565b8380fd5b906040516133da81612e68565b91546001600160a01b038116835260a081901c60ff16602084015260a81c6001600160401b03166040830152565b6001600160401b036001911601906001600160401b038211610a5057565b906001600160401b03809116911601906001600160401b038211610a5057565b7f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152600435602082015260e0810191906024356001600160a01b038116908190036103f257604082015260443560ff81168091036103f25760608201526064356001600160a01b038116908190036103f25760808201526084356001600160401b0381168091036103f25760a082015260a435906001600160401b0382168092036103f25760c00152565b60a4356001600160401b03811681036103f25790565b6084356001600160401b03811681036103f25790565b60443560ff811681036103f25790565b6024356001600160a01b03811681036103f25790565b6064356001600160a01b03811681036103f25790565b9060405161356781612e83565b602060ff6001839580548552015416910152565b908060209392818452848401376000828201840152601f01601f1916010190565b92906135b590612f43959360408652604086019161357b565b92602081850391015261357b565b60005b8281106135d257505050565b6000828201556001016135c6565b906135ea91614458565b600052600560205260ff60406000205460a01c1661360781613edb565b61363e576136136136bf565b61363857158061362d575b1561362857600390565b600090565b50600954151561361e565b50600290565b50600190565b602081519101209060208151910120604051916020830193601960f81b85523060601b60228501524660368501526001600160401b0360c01b9060c01b166056840152605e830152607e820152607e8152613065609e82612e9e565b60095481101561301d57600960005260206000209060011b0190600090565b600d5460ff8160501c169081156136d4575090565b64ffffffffff168015159150816136e9575090565b61371e91506001600160401b037f0000000000000000000000000000000000000000000000000000000000000000169061306b565b421190565b6040519061373082612e68565b600e548252600f5460ff8116602084015260081c64ffffffffff166040830152565b6040519061375f82612e68565b601054825260115460ff8116602084015260081c64ffffffffff166040830152565b61378c61136f613723565b156137cd57600e905b60ff6001604051936137a685612e68565b8054855201549264ffffffffff6020820194838116865260081c1660408201525192511690565b6137d861136f613752565b156137e65760105b90613795565b60126137e0565b60ff16600181141580613816575b6138025750565b630d1dfb5d60e31b60005260045260246000fd5b506002811480613827575b156137fb565b506020600060066040516573616d706c6560d01b815260025afa15613906576139016000516040519060208201527fefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf371660408201527f0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a960608201527f60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb660808201527f7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d446229960a082015260a081526138fc60c082612e9e565b615340565b613821565b6040513d6000823e3d90fd5b805182101561301d5760209160051b010190565b94909193613932613233565b93845115613b295760005b8551811015613a77576139508187613912565b5160405161395f608082612e9e565b604d815260208101907f2f3030303030303030303030303030303030303030303030303030303030303082527f303030303030303030303030303030303030303030303030303030303030303060408201526c302e6a736f6e237b646174617d60981b60608201528a604090815b613a34575050600193926020613a0893613a189360405195846139f9889651809287808a019101612dc7565b85019151809385840190612dc7565b010103601f198101835282612e9e565b613a228289613912565b52613a2d8188613912565b500161393d565b600f811690601082101561301d57613a70916f181899199a1a9b1b9c1cb0b131b232b360811b901a613a668486614646565b5360041c9161444b565b90816139cd565b509582613ad393606293613afc996116639899604051988996602088015260ff60f81b9060f81b16604087015260ff60f81b9060f81b16604186015260428501528484013781016000838201520301601f198101835282612e9e565b6020604051948594630556f18360e41b865230600487015260a0602487015260a4860190612e0f565b8481036003198101604487015260008252632966308f60e01b6064870152601c0160848601520190612dea565b63165f35bb60e21b60005260046000fd5b91613b489181959493614657565b8094919415613be157604090613b82613b7b8351613b668582612e9e565b60018152603f60f91b60208201528389614b16565b9085613c2c565b95613b9360ff602089015116613edb565b15613bd45782612f439792613bc492613bb1613bcb96519384612e9e565b60018352607f60f81b6020840152614b16565b9184614c5a565b929190916148d9565b612f4396508092506146ba565b8481612f43966148d9565b356bffffffffffffffffffffffff19811692919060148210613c0c575050565b6bffffffffffffffffffffffff1960149290920360031b82901b16169150565b9190600060408051613c3d81612e68565b8281528260208201520152826000526005602052613c5e60406000206133cd565b60ff602082015116613ed4575090600092600954935b848110613ca1575050505050604051613c8c81612e68565b60008152600360208201526000604082015290565b613cb3613cad826136a0565b5061355a565b60208101805160051b611fe0166004810192838211610a5057838710613ebf576000613cf6613ced613ce787868c8e6130ca565b906132b0565b60e01c8661306b565b94858910613eab5790613d108660ff969594938b8d6130ca565b9590945116610100036101008111613e975788901c90508883116103f257806000613d7260256040518093602082019581875263ffffffff60e01b9060e01b1660218301528a8a848401378a820190838201520301601f198101835282612e9e565b519020926000905b808210613e1b575050505103613e065791613d9a858793613da295614657565b9690976130ca565b9390939460158214613dbb575050600101929192613c74565b94509450505050816001116103f257613ddb600019830160018301613bec565b60601c911561301d5760405191613df183612e68565b82523560f81c60208201526000604082015290565b836327239cbf60e11b60005260045260246000fd5b90919360208301808411610a50576127ed613e3991858f86906130ca565b9060018616613e8a57613e71611af991925b6040519283916020830195869091604192600160f81b8352600183015260218201520190565b5190209360011c9160208101809111610a505790613d7a565b611af990613e7190613e4b565b634e487b7160e01b82526011600452602482fd5b6327239cbf60e11b82526004879052602482fd5b846327239cbf60e11b60005260045260246000fd5b9250505090565b60ff1660018114908115613eed575090565b600291501490565b9291908301906060848303126103f25783356001600160401b0381116103f25782613f21918601612f28565b936020810135926001600160401b03841684036103f25760408201356001600160401b0381116103f257613f559201612f28565b926001600160401b0383164281106141b157610e10420190814211610a505781811161419a575050613f8e613f93939286923691612ef1565b613644565b8151604181108015614180575b61416c576040198101908111610a505760051c60108111614158576000906140d557505b6020820151916060604082015191015160001a92601b841415806140ca575b6140b5576fa2a8918ca85bafe22016d0b997e4df60600160ff1b0382116140a0576040805193845260ff9490941660208085019190915293830152606082015260008080529060809060015afa15613906576000516001600160a01b03811690811561408f576001600160a01b03166000908152600360205260409020541561407b57506004601f825116146140765790565b614bec565b635292db3160e01b60005260045260246000fd5b63e11bd3a360e01b60005260046000fd5b50635682f3bf60e01b60005260045260246000fd5b83635d3b7f8160e11b60005260045260246000fd5b50601c841415613fe3565b9293604192915b82518410156141445782840160200151908181101561413757604051600160f81b6020820190815260218201929092526041810192909252906141228160618101611af9565b519020926020810180911161282057926140dc565b611af99061412290613e4b565b90949350614153919250613033565b613fc4565b631a77ef7f60e21b60005260045260246000fd5b63058676ad60e31b60005260045260246000fd5b5080604019810111610a5057602060401982081515613fa0565b63eb9a4cfb60e01b60005260045260245260446000fd5b63fb8bc71f60e01b6000526004524260245260446000fd5b6001600160401b0316801580156141f6575b6141e25750565b635a8f69d560e01b60005260045260246000fd5b508042106141db565b9060607f50ed630e471441c743419fdc75be9fb0122b945271b48845ecfcaffe43572fb09183600052600560205261423b816040600020613078565b60018060a01b03815116946001600160401b03604060ff602085015116930151169060405192835260018060a01b031660208301526040820152a3565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f950425af791913732390be4924a2e2e09d39b5ade99baa9cefaecbce30e2c41f60408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a0815261430a60c082612e9e565b5190209060405190602082019261190160f01b84526022830152604282015260428152613065606282612e9e565b907f6ff677256a481d9463b7db67f1fb52d76e81de8c3ee1b02e348adbac7974830c9161436582826145a7565b61439c60405161437481612e68565b8281526000604060ff861692836020820152015282600e5560ff1660ff19600f541617600f55565b600f805465ffffffffff001916905560006010819055601181905560128190556013556040805191825260ff929092166020820152a1565b9291906143e383838387614e2a565b9384156143f2575b5050505090565b6143fc9450614f1b565b388080806143eb565b909392919060ff166001811461442f576002149384614425575050505090565b6143fc9450614f85565b506143e383838387614e2a565b6000198114610a505760010190565b8015610a50576000190190565b600061446383612ebf565b6144706040519182612e9e565b838152601f1961447f85612ebf565b01366020830137600091825b85811080614589575b156144d657806144ad6144a68661443c565b9585613912565b526144b98187876130ff565b3560f81c60010180600111610a50576144d19161306b565b61448b565b95949392909560018101809111610a5057840361457857805b6144f95750505050565b6145029061444b565b9461450d8683613912565b519060018201808311610a50576145426145499161453a6145308b968a8a6130ff565b3560f81c8261306b565b9088886130ca565b3691612ef1565b60208151910120604051906020820192835260408201526040815261456f606082612e9e565b519020956144ef565b63430f13b360e01b60005260046000fd5b506001600160f81b031961459e8288886130ff565b35161515614494565b156145ce5760ff16601881116145ba5750565b63930191e360e01b60005260045260246000fd5b63b263ae7360e01b60005260046000fd5b15908115614600575b506145ef57565b63f0352c1b60e01b60005260046000fd5b6018915060ff1611386145e8565b80511515908161461c575090565b6146409150604064ffffffffff9101511664ffffffffff600d5460281c169061306b565b42101590565b90815181101561301d570160200190565b9160005b82811061466b5750505090600090565b60248101808211610a505760208201808311610a50576146a36127ed8261469b613ced613ce7878a978c8e6130ca565b95888a6130ca565b146146ae575061465b565b915091612dc3936130ca565b959493929190956060856004116080526080516103f257631592ca1b60e31b85356001600160e01b031916146147085750906146f995966000926153c3565b6004601f825116146140765790565b9592969490936004906000608052019060031901806020116148d3578135602081019081811161482c576147416127ed838386886130ca565b9561474b87612ebf565b966147596040519889612e9e565b808852614768601f1991612ebf565b016080515b8181106148c35750506080515b87518110156148445783831161482c57614796858581896130ca565b909190600582901b6001600160fb1b038316830361482c57602081019081811161482c576147c9916127ed9184876130ca565b90602082019384831161482c578f8d8f9280888f966147fe6147f86127ed60019d6148109c85614804996130ca565b8361306b565b926130ca565b949093608051926153c3565b61481a828b613912565b52614825818a613912565b500161477a565b634e487b7160e01b6080515260116004526024608051fd5b50995050505050509291505060405180926040820160208084015281518091526020848401948260051b850101920193608051905b82821061489657505050612f43925003601f198101835282612e9e565b919350916020806148b3600193605f198a82030186528851612dea565b9601920192018593919492614879565b808c602080938c0101520161476d565b60805180fd5b959493929190606096866004116103f257631592ca1b60e31b86356001600160e01b0319161461490d576146f997506153c3565b909590946000916003198101602011614b125760048201359160208301831161280c576149496127ed60208501856003198601600486016130ca565b9a6149538c612ebf565b9b6149616040519d8e612e9e565b808d52614970601f1991612ebf565b018c865b8d838210614b025750505050845b8c51811015614a8357602085018511614a6f576149ab60031985016020870181600487016130ca565b90600583901b6001600160fb1b0384168403614a47576020810190818111614a5b576149dc916127ed9185856130ca565b91602083018311614a4757928f614a308f8f8f8f8f8f8a614a409a60019d6020614a208d9f95614a166127ed84614a2899018887896130ca565b905082860161306b565b9301916130ca565b9590946153c3565b614a3a8383613912565b52613912565b5001614982565b634e487b7160e01b89526011600452602489fd5b634e487b7160e01b8a52601160045260248afd5b634e487b7160e01b86526011600452602486fd5b509a9997505050509450505050604051928391604083019060208085015282518092526020818501918360051b860101930194905b828210614ad557505050612f43925003601f198101835282612e9e565b91935091602080614af2600193605f198a82030186528851612dea565b9601920192018593919492614ab8565b6020828194010152018d90614974565b8280fd5b919081519060208301918083209060208110600014614be45760200360208111610a50576001600160fd1b0381168103610a505760031b5b60005b838110614b645750505050505090600090565b8087018360068235920135875118841c928260f01c93600685830163ffffffff8282019660d01c160101948a51149081614bdb575b50614ba7575b505050614b51565b614542836006614bb99301898d6130ca565b6020815191012014614bcc578381614b9f565b945094505050612dc3936130ca565b90501538614b99565b506000614b4e565b80516020820180519092916001600160e01b031982169160048210614c3a575b50506001600160e01b031916630556f18360e41b14614c29575190fd5b6307a19a8f60e01b60005260046000fd5b6001600160e01b031960049290920360031b82901b161690503880614c0c565b9392614c68919283866156f2565b959396919287819715614e1a578215614e0b57505060268110614dfa57806026116103f25761ffff602484013560f01c1692836026019081602611610a5057818310614dfa57826014116103f257803560601c94601c84106103f257601482013560c01c602485106103f257614d4d906040614cfc8b6001600160401b0380601c89013560c01c1693849201511684615be5565b6040519060208201927fbb432768c3a71c714516103429a771261db5be07f8bddc06d586a9ef8a68408984528960408401528a6060840152608083015260a082015260a08152611b0760c082612e9e565b97600098858511614df65760208201519151614d7c93926026860192916001600160a01b03169060ff16614405565b15614de85791614d929181614db69695946130ca565b92909160405191614da283612e68565b8252600160208301528660408301526156f2565b949390915094919315614dd957614dca5750565b63981f4dc560e01b8152600490fd5b63a8bad47960e01b8252600482fd5b62e5a19b60e81b8752600487fd5b8980fd5b63981f4dc560e01b60005260046000fd5b97509550919350600092915050565b62e5a19b60e81b60005260046000fd5b929060418203614f1257816040101561301d57604083013560f81c90601b82141580614f07575b8015614edc575b614ed257826020116103f2578335926040116103f257614ea160009360208096013590604051948594859094939260ff6060936080840197845216602083015260408201520152565b838052039060015afa15613906576000516001600160a01b03908116911681149081614ecb575090565b9050151590565b5050505050600090565b50826040116103f2576fa2a8918ca85bafe22016d0b997e4df60600160ff1b03602085013511614e58565b50601c821415614e51565b50505050600090565b92909192803b15614f1257602092614f5c60009361181660405197889288840195630b135d3f60e11b8752602485015260406044850152606484019161357b565b829451915afa614f73575b630b135d3f60e11b1490565b601f3d1115614f675750600051614f67565b91909392936082851061533757846040116103f257614fa46040612ed6565b92614fb26040519485612e9e565b6040808552830193602081013686116103f257604085823760006060830152905190206001600160a01b0390811691160361533757846080116103f2577f7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a860608301351161533757846082116103f25761ffff608083013560f01c16908160820180608211610a505760a78110801561532e575b6153235760009680821161531f5761505f9181866130ca565b91836020101561530b5760a2850135600160f81b161590811561513e575b50615137578682602092829460405192839283378101838152039060025afa1561512b576150e260209282516150d185806040518094828201968060828d0189378201908382015203018084520182612e9e565b604051928392839251928391612dc7565b8101039060025afa1561512057926040612f43939481835194815195602087015281860137608084013760c082015260a081526138fc60c082612e9e565b6040513d85823e3d90fd5b604051903d90823e3d90fd5b5050505050565b905060405161514e606082612e9e565b604081527f4142434445464748494a4b4c4d4e4f505152535455565758595a61626364656660208201527f6768696a6b6c6d6e6f707172737475767778797a303132333435363738392d5f6040820152604051916151ad606084612e9e565b602b8352602083019160403684378a5b602a81106152b157506151dc90603f60ff60f81b9360021b1690614646565b5116891a8251602a101561529d57604a83015361525a60016044604051809461523f60208301977f7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6789526332911d1160e11b604085015251809285850190612dc7565b8101601160f91b838201520301601e19810184520182612e9e565b805191828510159283615272575b505050153861507d565b90919250848111614df65761528990369085612ef1565b602081519101209151902014388080615268565b634e487b7160e01b8a52603260045260248afd5b806006026006810482036152f75760fa0360fa81116152f757906001916152e2603f8660ff60f81b931c1685614646565b51168d1a6152f08288614646565b53016151bd565b634e487b7160e01b8d52601160045260248dfd5b634e487b7160e01b88526032600452602488fd5b8780fd5b506000955050505050565b50808710615046565b50600093505050565b600080916020815191016101005afa3d156153bc573d61535f81612ed6565b9061536d6040519283612e9e565b81523d6000602083013e5b816153b0575b81615387575090565b600191506020815191015190602081106153a057501490565b6000199060200360031b1b161490565b8051602014915061537e565b6060615378565b919294959395606095856004116103f25763ffffffff60e01b823516946000926004810197600319810199631d9dabef60e11b891461566457506378e5bf0360e11b88146155b2576332f111d760e01b881461556557631674750f60e21b881461549557505050505063bc1c58d160e01b8314615445575050612f4393615ad5565b91509161547b9361545991612f4396615a38565b604051600360f81b60208201526001815291615476602184612e9e565b614b16565b6040805160208082015293928492611af99284019161357b565b939a996154a9939992989195969750615a38565b8101906040818303600319011261531f576024810135906001600160401b03821161556157602197989492600461551f95936154e6930101612f28565b9161547660405198898095600160f91b602083015261550e8151809260208686019101612dc7565b81010301601f198101855284612e9e565b9150816155535750509161553691612f4393614b16565b9190915b611af9604051938492602080850152604084019161357b565b9350612f439250905061553a565b8880fd5b509550505096959461557a9194819396615a38565b6040116155ae57602490615592949550013591615a8b565b9050604051901515602082015260208152612f43604082612e9e565b8480fd5b509550505095946155c69194819396615a38565b6040116133c9576024013592506155de838284615a8b565b92909383603c821491821561563b575b50159081615633575b5061561c575b5050612f4390611af9604051938492602080850152604084019161357b565b612f43935061562b9250615a5f565b9091386155fd565b9050386155f7565b90915063800000008110159081615655575b5090386155ee565b63ffffffff915011153861564d565b999598949a9350505050615679939450615a38565b615685603c8383615a8b565b9290918315806156ea575b6156d5575b5050601482036156cd576156aa929350613bec565b901c5b6040519060018060a01b0316602082015260208152612f43604082612e9e565b5050506156ad565b9091506156e29250615a5f565b903880615695565b506001615690565b9392909260168210614dfa57816012116103f2576016601084013560f01c81810194918510610a5057836016116103f257615734601283013560e01c8661306b565b95868510614dfa57615748878787866130ca565b959096879961575a83899b81896130ca565b99909998846008116103f257873560c01c91601086106103f2576001600160401b0360088a013560c01c169161579e836001600160401b0360408b01511686615be5565b6140008111615a27579060068204906157cf6157b983612ebf565b926157c76040519485612e9e565b808452612ebf565b602083019290601f190136843760009384928381855b8483106158b65750505050505260405190602082019283919060005b8181106158a0575050509061582681615879979695949303601f198101835282612e9e565b519020906040519260208401947f418a75ef1cb5a67b2f4c1b0cd2e12d0fa75fa63d6b9ca7587810d192a2c233b9865260408501526060840152608083015260a082015260a08152611b0760c082612e9e565b9160ff6020850151169360018060a01b0390511691116103f2576016612f43950192614405565b8251845260209384019390920191600101615801565b909192939495506006830192838111610a5057858411615a275760028101808211610a505761590d6158ea82848a886130ca565b6001600160f01b031991359182169160028210615a07575b505060f01c8661306b565b9161592b615922613ce7886000958c8a6130ca565b60e01c8461306b565b958887116159f8576159428461594d928b896130ca565b989080968a92615c5c565b156159e557505061597561454285615966368987612ef1565b602081519101209389876130ca565b602081519101206040519060208201927f0b65153a4cec9efd565de641e933febc63495fc8bcd414666352f395a947d156845260408301526060820152606081526159c1608082612e9e565b5190206159d76159d08a61443c565b9988613912565b5292919087959493926157e5565b6304b90ff960e51b825260045260249150fd5b632f985a4560e01b8352600483fd5b6001600160f01b031960029290920360031b82901b161690503880615902565b632f985a4560e01b60005260046000fd5b916020116103f25735908103615a4b5750565b636796432560e01b60005260045260246000fd5b604051600160f81b6020820152600160ff1b602182015260058152612dc3929091615476602584612e9e565b919063ffffffff8211615acd57604051600160f81b602082015260e09290921b6001600160e01b031916602183015260058252612dc392615476602584612e9e565b505090600090565b6001600160e01b0319909116929091600063691f343160e01b8503615b205750612f439293506040516020808201526000604082015260408152615b1a606082612e9e565b93615a38565b63c869023360e01b8503615b555750612f43929350604051600060208201526000604082015260408152615b1a606082612e9e565b631101d5ab60e11b8503615b905750612f43929350604051600060208201526040808201526000606082015260608152615b1a608082612e9e565b6304928c6760e21b8503615bbc57612f4393945060405190602082015260208152615b1a604082612e9e565b5050505060405190637b1c461b60e01b6020830152602482015260248152612f43604482612e9e565b6001600160401b038092169182911610615c485750615c026136bf565b15615c39576001600160401b0364ffffffffff600d5416915b16908110615c265750565b62bd8e3760e81b60005260045260246000fd5b6001600160401b034291615c1b565b634a19c08560e11b60005260045260246000fd5b91908381109384600014615cf057815b60005b838110615c7f5750505050505090565b60208101808211610a505784811015615ce9575b615cb16127ed615ca86127ed8486888d6130ca565b9284878a6130ca565b90818103615cdd5750506020810180911115615c6f57634e487b7160e01b600052601160045260246000fd5b10979650505050505050565b5083615c93565b8091615c6c56fe55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec475' as const
export const bynameResolverDeployedBytecode = '0x60a080604052600436101561001357600080fd5b60003560e01c90816301ffc9a714612c89575080630349f9d114612c2d578063054f7d9c14612c075780630e316ab714612adf5780631a16459914612ac15780631cd61c0414612a865780631d14384814612a5d5780631eefddb114612a1957806320d542ac1461292e57806328ae6572146128c457806329476d8a146128875780632966308f146126485780632ba2a6651461262b5780632c73dc4a1461260f578063382eccbe146125f25780634651683d1461253157806346f0975a1461246557806347b45652146124475780634eff3fc414612383578063550acbe41461235957806355cc4e57146122e2578063582de3e7146122a8578063659a40c8146122575780636a42b8f81461222f5780636b7d40eb146122085780636c5e47c7146121ac5780636cc895a914611f1c57806379ba509714611e8d5780637c39601d14611e5d5780637df73e2714611e2257806385d7f5d314611deb578063895f1df314610f7d5780638a596ebe14611d145780638b6b9b7a14611a1a5780638cc5ce47146119435780638da5cb5b1461191a5780639061b9231461155157806395797e621461148b5780639af338f6146112285780639c94e6c6146111e4578063a0633e3d14610f82578063a27154ba14610f7d578063ac3ec96d14610f1b578063af58bd1d14610ea4578063b2312bdf14610e70578063b68f422b14610d69578063c346bd1a14610ab6578063d3a7b7d314610a91578063d3fb73b414610a66578063d8c65cba146108ed578063e095cfd4146108b8578063e30c39781461088f578063e4aba8cb14610787578063e7ec11de14610762578063e9b771a7146106e1578063eb12d61e146105e2578063ed57d2941461056e578063f2fde38b146104f9578063f310b985146104cb578063f4d4d2f814610496578063f5c569c9146103f75763f8388050146102c957600080fd5b346103f25760403660031901126103f2576004356102e5612d3a565b6000546001600160a01b031633036103dd5761030181836145df565b60095491601083146103cc5760405161031981612e83565b818152602081019360ff84168552600160401b8110156103b65780600161034392016009556136a0565b9190916103a0575181559251600193909301805460ff191660ff948516179055604080519182529190921660208301527f58685895aa25de1301d2ff060156552f911589a3482904f09c87e933532dc0d69190819081015b0390a1005b634e487b7160e01b600052600060045260246000fd5b634e487b7160e01b600052604160045260246000fd5b6303ac9a9360e51b60005260046000fd5b63245aecd360e01b6000523360045260246000fd5b600080fd5b346103f25760403660031901126103f257610410612d3a565b6000546001600160a01b031633036103dd5760ff600d5460501c166104855761043b90600435614338565b600d80546aff0000000000ffffffffff19164264ffffffffff1617600160501b1790557fa8cab3d1893ed53071b052fafa843143492f25d1d6b0170d460789f7ab1954be600080a1005b632944b29f60e11b60005260046000fd5b346103f2576104c76104b36104aa36612d77565b92919091613ef5565b604051918291602083526020830190612dea565b0390f35b346103f25760003660031901126103f2576104e4613781565b6040805192835260ff91909116602083015290f35b346103f25760203660031901126103f257610512612d24565b6000546001600160a01b031690338290036103dd57600180546001600160a01b0319166001600160a01b03929092169182179055907f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700600080a3005b346103f25760203660031901126103f2576004356001600160401b0381116103f25761059e903690600401612d4a565b50506105a86136bf565b156105d2576104c76105b8613233565b604051918291308352604060208401526040830190612e0f565b6104c76105dd6131c8565b6105b8565b346103f25760203660031901126103f2576105fb612d24565b6000546001600160a01b031633036103dd576001600160a01b0381169081156106d0576001600160a01b0381166000908152600360205260409020546106bb5760025490600160401b8210156103b65761065e8260016106829401600255613002565b81546001600160a01b0393841660039290921b91821b9390911b1916919091179055565b6002548160005260036020526040600020557f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f24600080a2005b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b346103f25760003660031901126103f2576000546001600160a01b031633036103dd57600d5460ff8160501c166104855764ffffffffff1916600d556000600e556000600f5560006010556000601155600060125560006013557f939e290b8b6ede22e083fd5f986fc628beb58a1b17d9d8641aacc877ae3b4f08600080a1005b346103f25760003660031901126103f257602061077d6136bf565b6040519015158152f35b346103f25760403660031901126103f2576004356107a3612d3a565b6000549091906001600160a01b031633036103dd577f0000000000000000000000000000000000000000000000000000000000000000906001600160401b0382161561087e57826001600160401b036108576060946108237fed731d67499c442b3a5fd2701bacb8bf8d6365f11447e3fed8260be8ed73142a97866145df565b60ff6040519461083286612e83565b868652166020909401849052600a859055600b805460ff191685179055428316613426565b1690816001600160401b0319600c541617600c5560405192835260208301526040820152a1005b63157bd4c360e01b60005260046000fd5b346103f25760003660031901126103f2576001546040516001600160a01b039091168152602090f35b346103f25760203660031901126103f257600435600052600860205260206001600160401b0360406000205416604051908152f35b346103f25760003660031901126103f2576000546001600160a01b031633036103dd57600c546109256001600160401b0382166141c9565b6001600160401b031916600c556009546000600955806109d1575b50600954600160401b8110156103b65780600161096092016009556136a0565b6103a057600a81036109b0575b600a54600b546040805192835260ff90911660208301527ff48a0d7c4b8940fcea2ee56a00d8906419b3dfe4f4aac1c16eb04d232e16350c91908190810161039b565b600a54815560ff600181600b54169201911660ff198254161790558061096d565b600181901b906001600160ff1b03811603610a5057600960005260005b8181106109fb5750610940565b6002906000817f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af015560007f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7b0820155016109ee565b634e487b7160e01b600052601160045260246000fd5b346103f25760003660031901126103f257600c546040805191901c6001600160a01b03168152602090f35b346103f25760003660031901126103f257602064ffffffffff600d5416604051908152f35b346103f257610ac436612f46565b6000546001600160a01b031633036103dd578051600160401b81116103b6578060165481601655808210610ccd575b5050602082019060166000527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289916000905b828210610ba0577f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb610b828660406000610b90825193610b658486612e9e565b600185528260208601528351958695608087526080870190612dea565b908582036020870152612e0f565b91830152600060608301520390a1005b80518051906001600160401b0382116103b657610bbd865461310b565b601f8111610c87575b50602090601f8311600114610c1a5792610c0083600195946020948796600092610c0f575b50508160011b916000199060031b1c19161790565b87555b01940191019092610b25565b015190508b80610beb565b90601f1983169187600052816000209260005b818110610c6f5750936020936001969387969383889510610c56575b505050811b018755610c03565b015160001960f88460031b161c191690558a8080610c49565b92936020600181928786015181550195019301610c2d565b82811115610bc657610cbe9087600052602060002090601f850160051c9060208610610cc4575b601f82910160051c0391016135c3565b87610bc6565b60009150610cae565b60166000520360005b818110610ce557829150610af3565b807fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289600192850101610d17815461310b565b9081610d26575b505001610cd6565b81601f600093118514610d3d5750555b8580610d1e565b81835260208320610d5991601f0160051c8419019086016135c3565b8082528160208120915555610d36565b346103f25760203660031901126103f257600054600435906001600160a01b031633036103dd57806000526008602052610db06001600160401b03604060002054166141c9565b6000818152600860209081526040808320805467ffffffffffffffff19169055600782528083208390556006825280832080546001600160a01b03191690556005909152902054610e4990610e109060a81c6001600160401b0316613408565b6001600160401b0360405191610e2583612e68565b60008352600360208401521660408201528260005260056020526040600020613078565b7f0e5af6f981c13a6698fe2cd9b92deef9ec492345d0ffe56b0c7b9820d93d675b600080a2005b346103f25760203660031901126103f2576004356000526006602052602060018060a01b0360406000205416604051908152f35b346103f25760603660031901126103f2576004356001600160401b0381116103f257610ed4903690600401612f28565b6024356001600160401b0381116103f257610ef3903690600401612f28565b906044356001600160401b03811681036103f257602092610f1392613644565b604051908152f35b346103f25760203660031901126103f2576004356001600160401b0381116103f257610f4e610f54913690600401612d4a565b906135e0565b6040516004821015610f67576020918152f35b634e487b7160e01b600052602160045260246000fd5b612fe6565b346103f257610f9036612f46565b6000546001600160a01b031633036103dd578051600160401b81116103b6578060145481601455808210611148575b5050602082019060146000527fce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec916000905b828210611031577ff55ab94de79724616fc818a83613691c8669f0315c5dbb028aca0b838550e46761039b86604051918291602083526020830190612e0f565b80518051906001600160401b0382116103b65761104e865461310b565b601f811161110c575b50602090601f831160011461109f579261109083600195946020948796600092610c0f5750508160011b916000199060031b1c19161790565b87555b01940191019092610ff1565b90601f1983169187600052816000209260005b8181106110f457509360209360019693879693838895106110db575b505050811b018755611093565b015160001960f88460031b161c191690558a80806110ce565b929360206001819287860151815501950193016110b2565b82811115611057576111429087600052602060002090601f850160051c9060208610610cc457601f82910160051c0391016135c3565b87611057565b60146000520360005b81811061116057829150610fbf565b807fce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec600192850101611192815461310b565b90816111a1575b505001611151565b81601f6000931185146111b85750555b8580611199565b818352602083206111d491601f0160051c8419019086016135c3565b80825281602081209155556111b1565b346103f25760003660031901126103f25760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103f25760803660031901126103f257600435611244612d3a565b606435906001600160401b0382168092036103f257600c5460401c6001600160a01b0316330361147657600d549060ff8260501c16610485577f65ceb3fe53030e358d3eaa0720f2e75992e9b01b0d088c22ff6e9230ee752679926060926112ac83876145a7565b600e548614801590611464575b6112ef575b5064ffffffffff421664ffffffffff19600d541617600d5560ff6040519216825260443560208301526040820152a2005b60281c64ffffffffff16611364575b61135e64ffffffffff421661133f60405161131881612e68565b88815282604060ff881692836020820152015288600e5560ff1660ff19600f541617600f55565b65ffffffffff00600f549160081b169065ffffffffff00191617600f55565b856112be565b61137461136f613723565b61460e565b156113c757600e5460125561139860ff600f541660ff1660ff196013541617601355565b600f546013805465ffffffffff00191665ffffffffff00909216919091179055600060105560006011556112fe565b6113d261136f613752565b801561145a575b156112fe5760105480611418575b50600e54601055600f546011805465ffffffffffff191660ff83161765ffffffffff009092169190911790556112fe565b60125561143460ff6011541660ff1660ff196013541617601355565b6011546013805465ffffffffff00191665ffffffffff00909216919091179055856113e7565b50601054156113d9565b5060ff600f541660ff841614156112b9565b635154299560e11b6000523360045260246000fd5b346103f25760403660031901126103f2576114a4612d24565b60243564ffffffffff8116918282036103f2576000546001600160a01b031633036103dd577fb272398a7c0542286c34c8bf32e8f559b2c352004bc94bf103f66640bffce18c92604092600c54600160401b600160e01b0384861b16906001600160401b0363ffffffff60e01b011617600c5569ffffffffff0000000000600d549160281b169069ffffffffff0000000000191617600d5582519160018060a01b031682526020820152a1005b346103f25761155f36612d77565b9261156d8382949394614458565b906115766136bf565b61190857604051946020860191639061b92360e01b83526115af876115a1848989866024860161359c565b03601f198101895288612e9e565b83600052600560205260ff60406000205460a01c166115cd81613edb565b6117e35715806117d8575b6116955786604051630556f18360e41b815260a4810130600483015260a0602483015260155480915260c4820160c060048360051b850101019160156000526020600020916000905b828210611667578585036003190160448701528580611663896116448982612dea565b631e9a9a5f60e31b606485015283810360031901608485015290612dea565b0390fd5b9091929360206001611687819360bf196003198b83030101865288613145565b960192019201909291611621565b61171a939261170a836116d48a946116c66044978c6040519c8d94632967da4b60e11b60208701526024860161359c565b03601f1981018a5289612e9e565b80604051998a97602089015263ffffffff60e01b8260e01b16604089015286880137850191848301936000855251938491612dc7565b010103601f198101845283612e9e565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615cf8833981519152929186015b8282106117aa5786860360031901604488015286806116638a61178b8a8a612dea565b631c17665f60e11b606485015283810360031901608485015290612dea565b90919294602060016117ca819360bf196003198c83030101865289613145565b970192019201909291611768565b5060095415156115d8565b5061184a604085889461182489611816855197889263746be77160e01b602085015260206024850152604484019161357b565b03601f198101875286612e9e565b80835196879360208501528484013781016000838201520301601f198101845283612e9e565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615cf8833981519152929186015b8282106118da5786860360031901604488015286806116638a6118bb8a8a612dea565b630cb3481960e31b606485015283810360031901608485015290612dea565b90919294602060016118fa819360bf196003198c83030101865289613145565b970192019201909291611898565b509050611913613781565b8091613926565b346103f25760003660031901126103f2576000546040516001600160a01b039091168152602090f35b346103f25760003660031901126103f25760095461196081612ebf565b9061196e6040519283612e9e565b80825260208201908160096000527f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af6000915b8383106119fc5784866040519182916020830190602084525180915260408301919060005b8181106119d4575050500390f35b82518051855260209081015160ff1681860152869550604090940193909201916001016119c6565b60026020600192611a0c8561355a565b8152019201920191906119a1565b346103f257366003190161012081126103f25760c0136103f25760c4356001600160401b0381116103f257611a53903690600401612d4a565b9060e4356001600160401b0381116103f257611a73903690600401612d4a565b929091610104356001600160401b0381116103f257611a96903690600401612d4a565b611aa19591956134f2565b6001600160401b0342911610611cef57611abf906004359687613c2c565b6001600160401b03611acf613508565b81604084015116918291161115611cdb5750611b0f6040516020810190611b0781611af984613446565b03601f198101835282612e9e565b519020614278565b916020820195611b2260ff885116613edb565b15611c5b57505060ff611b6195600382611b3a61351e565b161480611c43575b80611c2b575b15611c16575b5191516001600160a01b03169116614405565b15611c0557611c03905b80600052600760205260006040812055611b83613544565b600082815260066020526040902080546001600160a01b0319166001600160a01b03909216919091179055611bb661352e565b6001600160401b03611bc661351e565b60ff611bd0613508565b9160405194611bde86612e68565b6001600160a01b03168552166020840152166040820152611bfd613544565b916141ff565b005b63ea8e4eb560e01b60005260046000fd5b611c26611c2161351e565b6137ed565b611b4e565b506001600160a01b03611c3c613544565b1615611b48565b506001600160a01b03611c5461352e565b1615611b42565b93929550939050611c6d611c2161351e565b6004546001600160a01b03168015929086908415611cc7575b50505050611c0557611ca892611c9a61351e565b611ca261352e565b90614405565b15611cb657611c0390611b6b565b631d75040560e31b60005260046000fd5b611cd194506143d4565b1585808581611c86565b63c713f8ad60e01b60005260045260246000fd5b6001600160401b03611cff6134f2565b6323fb16c960e11b6000521660045260246000fd5b346103f25760203660031901126103f2576004356001600160401b0381116103f257611d44903690600401612d4a565b5050601654611d5281612ebf565b90611d606040519283612e9e565b808252601660009081527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289602084015b838310611dbf5760405160608082528190611dad90820188612e0f565b60006020830152600060408301520390f35b600160208192604051611ddd81611dd68189613145565b0382612e9e565b815201920192019190611d90565b346103f25760403660031901126103f257611e04612d3a565b6000546001600160a01b031633036103dd57611c0390600435614338565b346103f25760203660031901126103f257602061077d611e40612d24565b6001600160a01b0316600090815260036020526040902054151590565b346103f25760003660031901126103f2576104c7611e79613233565b604051918291602083526020830190612e0f565b346103f25760003660031901126103f2576001546001600160a01b03163303611f0757600180546001600160a01b0319169055600080549033906001600160a01b038316907f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09080a36001600160a01b0319163317600055005b63a09b9a4360e01b6000523360045260246000fd5b346103f257611f2a36612f46565b6000546001600160a01b031633036103dd5780511561219b5760005b8151811015611f7c57611f598183613912565b515115611f6857600101611f46565b63a75ae56d60e01b60005260045260246000fd5b508051600160401b81116103b6578060155481601555808210612111575b505060208201906015600052600080516020615cf8833981519152916000905b828210611ffa577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a50361039b86604051918291602083526020830190612e0f565b80518051906001600160401b0382116103b657612017865461310b565b601f81116120d5575b50602090601f8311600114612068579261205983600195946020948796600092610c0f5750508160011b916000199060031b1c19161790565b87555b01940191019092611fba565b90601f1983169187600052816000209260005b8181106120bd57509360209360019693879693838895106120a4575b505050811b01875561205c565b015160001960f88460031b161c191690558a8080612097565b9293602060018192878601518155019501930161207b565b828111156120205761210b9087600052602060002090601f850160051c9060208610610cc457601f82910160051c0391016135c3565b87612020565b60156000520360005b81811061212957829150611f9a565b80600080516020615cf8833981519152600192850101612149815461310b565b9081612158575b50500161211a565b81601f60009311851461216f5750555b8580612150565b8183526020832061218b91601f0160051c8419019086016135c3565b8082528160208120915555612168565b6323b0ed8560e21b60005260046000fd5b346103f25760203660031901126103f2576004356000908152600760209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103f25760003660031901126103f25760206001600160401b03600c5416604051908152f35b346103f25760003660031901126103f257602064ffffffffff600d5460281c16604051908152f35b346103f25761226536612d77565b806020116103f2576104c79360206122986104b395853593846000526005845261229260406000206133cd565b85614c5a565b93909295601f19019601946148d9565b346103f25760203660031901126103f25760043563ffffffff60e01b81168091036103f2576040516312d6c5b760e31b9091148152602090f35b346103f25760203660031901126103f2576122fb612d24565b6000546001600160a01b031633036103dd57600480546001600160a01b0319166001600160a01b0390921691821790556040519081527fcad349a575b7a312fc947b899cb436e2fde2cde8be518bf412258b1d7836a54e90602090a1005b346103f25760c03660031901126103f2576020610f1360405182810190611b0781611af984613446565b346103f25760203660031901126103f257600054600435906001600160a01b031633036103dd577f00000000000000000000000000000000000000000000000000000000000000006001600160401b0381161561087e576123ed906001600160401b034216613426565b600082815260086020908152604091829020805467ffffffffffffffff19166001600160401b0394909416938417905590519182527ffa2b73ea1e099045393cc3b6ecacff4a5ad55ac07ee72d379d9f665e3b9c22b491a2005b346103f25760003660031901126103f25760206040516203f4808152f35b346103f25760003660031901126103f2576040518060206002549283815201809260026000527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace9060005b81811061251257505050816124c6910382612e9e565b6040519182916020830190602084525180915260408301919060005b8181106124f0575050500390f35b82516001600160a01b03168452859450602093840193909201916001016124e2565b82546001600160a01b03168452602090930192600192830192016124b0565b346103f25760203660031901126103f257611c0360043580600052600760205261255e60406000206133cd565b6125746001600160401b036040830151166141c9565b816000526007602052600060408120556001600160401b0360ff602060018060a01b03845116930151168360005260056020526125ba8260406000205460a81c16613408565b90604051936125c885612e68565b8452602084015216604082015281600052600660205260018060a01b0360406000205416916141ff565b346103f2576104c76104b361260636612d77565b929190916132e6565b346103f25760003660031901126103f2576104c7611e796131c8565b346103f25760003660031901126103f2576020604051610e108152f35b346103f25761265636612d77565b916126629391936136bf565b1561287657826020116103f257833591836042116103f25760228501359260009060428701956041198101978160211015612862576021810135916001600160f81b0319831661270c575050508060405160208101908482528686602183013760218782018181018790528290036001810183526126e1910182612e9e565b519020036126f9576104c76104b38888888888613b3a565b6355755e1760e11b825260045260249150fd5b602096929593961015612862576020013560f81c9360f81c94806040516020810190600160f81b825284866021830137602185820181810189905282900360018101835261275b910182612e9e565b5190200361285057506007851680612848575060ff60085b16946020861b8203612834578590039460ff861161280c578461010003610100811161282057876127aa60019260ff8a169061306b565b1c911b9060001982019182116128205716600581901b92906001600160fb1b0381160361280c5760208301938484116127f85750916127f393916127ed936130ca565b906130e2565b613926565b634e487b7160e01b81526011600452602490fd5b634e487b7160e01b84526011600452602484fd5b634e487b7160e01b85526011600452602485fd5b63525c399f60e11b84526004829052602484fd5b60ff90612773565b6355755e1760e11b8452600452602483fd5b634e487b7160e01b84526032600452602484fd5b63c274dea760e01b60005260046000fd5b346103f25760203660031901126103f2576004356001600160401b0381116103f2576128b7903690600401612d4a565b5050602060405160018152f35b346103f25760203660031901126103f257600054600435906001600160a01b031633036103dd5780600052600860205260406000206001600160401b031981541690557f7db96c621adff3af2add68e16d4205350c328edb4565826d282586e0bbd03499600080a2005b346103f25760603660031901126103f2576024356001600160a01b03811690600435908290036103f25760443560ff8116908181036103f2576000838152600660205260409020546001600160a01b03163303612a045761298e906137ed565b6203f4804201804211610a50577f539864497ea134bd43d262b3bafa270efc62a467dc6be7b9d31553bede975b2f916001600160401b03604092166129f783516129d781612e68565b878152836020820152828582015286600052600760205284600020613078565b82519182526020820152a3005b631945d95360e11b6000523360045260246000fd5b346103f25760003660031901126103f25760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b346103f25760003660031901126103f2576004546040516001600160a01b039091168152602090f35b346103f25760003660031901126103f25760206040517f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152f35b346103f25760203660031901126103f2576020610f13600435613033565b346103f25760203660031901126103f257612af8612d24565b6000546001600160a01b031633036103dd576001600160a01b03166000818152600360205260409020548015612bf2576002546000198101908111610a5057612b4090613002565b905460039190911b1c6001600160a01b03166000198201828111610a50578161065e612b6b92613002565b60005260036020526040600020556002548015612bdc5760001901612b8f81613002565b81549060018060a01b039060031b1b19169055600255806000526003602052600060408120557f3525e22824a8a7df2c9a6029941c824cf95b6447f1e13d5128fd3826d35afe8b600080a2005b634e487b7160e01b600052603160045260246000fd5b50632a6edb2b60e01b60005260045260246000fd5b346103f25760003660031901126103f257602060ff600d5460501c166040519015158152f35b346103f25760203660031901126103f2576004356000908152600560209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346103f25760203660031901126103f2576004359063ffffffff60e01b82168092036103f2576020916301ffc9a760e01b8114908115612d13575b8115612d02575b8115612cf1575b8115612ce0575b5015158152f35b633b55f4a560e21b14905083612cd9565b63452cb75f60e11b81149150612cd2565b639061b92360e01b81149150612ccb565b63582de3e760e01b81149150612cc4565b600435906001600160a01b03821682036103f257565b6024359060ff821682036103f257565b9181601f840112156103f2578235916001600160401b0383116103f257602083818601950101116103f257565b60406003198201126103f2576004356001600160401b0381116103f25781612da191600401612d4a565b92909291602435906001600160401b0382116103f257612dc391600401612d4a565b9091565b60005b838110612dda5750506000910152565b8181015183820152602001612dca565b90602091612e0381518092818552858086019101612dc7565b601f01601f1916010190565b9080602083519182815201916020808360051b8301019401926000915b838310612e3b57505050505090565b9091929394602080612e59600193601f198682030187528951612dea565b97019301930191939290612e2c565b606081019081106001600160401b038211176103b657604052565b604081019081106001600160401b038211176103b657604052565b90601f801991011681019081106001600160401b038211176103b657604052565b6001600160401b0381116103b65760051b60200190565b6001600160401b0381116103b657601f01601f191660200190565b929192612efd82612ed6565b91612f0b6040519384612e9e565b8294818452818301116103f2578281602093846000960137010152565b9080601f830112156103f257816020612f4393359101612ef1565b90565b60206003198201126103f257600435906001600160401b0382116103f257806023830112156103f2578160040135612f7d81612ebf565b92612f8b6040519485612e9e565b8184526024602085019260051b820101918383116103f25760248201905b838210612fb857505050505090565b81356001600160401b0381116103f257602091612fdb8760248594880101612f28565b815201910190612fa9565b346103f25760003660031901126103f257602060405160108152f35b60025481101561301d57600260005260206000200190600090565b634e487b7160e01b600052603260045260246000fd5b6040516020810191601960f81b83523060601b6022830152466036830152605682015260568152613065607682612e9e565b51902090565b91908201809211610a5057565b81518154602084015160409094015167ffffffffffffffff60a81b60a89190911b1660ff60a01b60a09590951b949094166001600160a01b039092166001600160e81b03199091161717919091179055565b909392938483116103f25784116103f2578101920390565b3590602081106130f0575090565b6000199060200360031b1b1690565b9082101561301d570190565b90600182811c9216801561313b575b602083101461312557565b634e487b7160e01b600052602260045260246000fd5b91607f169161311a565b600092918154916131558361310b565b80835292600181169081156131ab575060011461317157505050565b60009081526020812093945091925b838310613191575060209250010190565b600181602092949394548385870101520191019190613180565b915050602093945060ff929192191683830152151560051b010190565b601554906131d582612ebf565b916131e36040519384612e9e565b80835260156000908152600080516020615cf8833981519152602085015b83831061320e5750505050565b60016020819260405161322581611dd68189613145565b815201920192019190613201565b6014549061324082612ebf565b9161324e6040519384612e9e565b808352601460009081527fce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec602085015b83831061328b5750505050565b6001602081926040516132a281611dd68189613145565b81520192019201919061327e565b356001600160e01b03198116929190600482106132cb575050565b6001600160e01b031960049290920360031b82901b16169150565b9190939293846020116103f257813590856024116103f25763ffffffff602084013560e01c1693846024019182602411610a5057806004116103f25763ffffffff823560e01c16908160040180600411610a50576000928282116133c957613352906004860188613c2c565b9361336360ff602087015116613edb565b1561339d57908261337493926130ca565b9890931161339a5750612f43959660249261338f9285614c5a565b9390929501946148d9565b80fd5b8a98506133c19650612f43999a9594506133b9935082906130ca565b9590946130ca565b929091613ef5565b8380fd5b906040516133da81612e68565b91546001600160a01b038116835260a081901c60ff16602084015260a81c6001600160401b03166040830152565b6001600160401b036001911601906001600160401b038211610a5057565b906001600160401b03809116911601906001600160401b038211610a5057565b7f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152600435602082015260e0810191906024356001600160a01b038116908190036103f257604082015260443560ff81168091036103f25760608201526064356001600160a01b038116908190036103f25760808201526084356001600160401b0381168091036103f25760a082015260a435906001600160401b0382168092036103f25760c00152565b60a4356001600160401b03811681036103f25790565b6084356001600160401b03811681036103f25790565b60443560ff811681036103f25790565b6024356001600160a01b03811681036103f25790565b6064356001600160a01b03811681036103f25790565b9060405161356781612e83565b602060ff6001839580548552015416910152565b908060209392818452848401376000828201840152601f01601f1916010190565b92906135b590612f43959360408652604086019161357b565b92602081850391015261357b565b60005b8281106135d257505050565b6000828201556001016135c6565b906135ea91614458565b600052600560205260ff60406000205460a01c1661360781613edb565b61363e576136136136bf565b61363857158061362d575b1561362857600390565b600090565b50600954151561361e565b50600290565b50600190565b602081519101209060208151910120604051916020830193601960f81b85523060601b60228501524660368501526001600160401b0360c01b9060c01b166056840152605e830152607e820152607e8152613065609e82612e9e565b60095481101561301d57600960005260206000209060011b0190600090565b600d5460ff8160501c169081156136d4575090565b64ffffffffff168015159150816136e9575090565b61371e91506001600160401b037f0000000000000000000000000000000000000000000000000000000000000000169061306b565b421190565b6040519061373082612e68565b600e548252600f5460ff8116602084015260081c64ffffffffff166040830152565b6040519061375f82612e68565b601054825260115460ff8116602084015260081c64ffffffffff166040830152565b61378c61136f613723565b156137cd57600e905b60ff6001604051936137a685612e68565b8054855201549264ffffffffff6020820194838116865260081c1660408201525192511690565b6137d861136f613752565b156137e65760105b90613795565b60126137e0565b60ff16600181141580613816575b6138025750565b630d1dfb5d60e31b60005260045260246000fd5b506002811480613827575b156137fb565b506020600060066040516573616d706c6560d01b815260025afa15613906576139016000516040519060208201527fefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf371660408201527f0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a960608201527f60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb660808201527f7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d446229960a082015260a081526138fc60c082612e9e565b615340565b613821565b6040513d6000823e3d90fd5b805182101561301d5760209160051b010190565b94909193613932613233565b93845115613b295760005b8551811015613a77576139508187613912565b5160405161395f608082612e9e565b604d815260208101907f2f3030303030303030303030303030303030303030303030303030303030303082527f303030303030303030303030303030303030303030303030303030303030303060408201526c302e6a736f6e237b646174617d60981b60608201528a604090815b613a34575050600193926020613a0893613a189360405195846139f9889651809287808a019101612dc7565b85019151809385840190612dc7565b010103601f198101835282612e9e565b613a228289613912565b52613a2d8188613912565b500161393d565b600f811690601082101561301d57613a70916f181899199a1a9b1b9c1cb0b131b232b360811b901a613a668486614646565b5360041c9161444b565b90816139cd565b509582613ad393606293613afc996116639899604051988996602088015260ff60f81b9060f81b16604087015260ff60f81b9060f81b16604186015260428501528484013781016000838201520301601f198101835282612e9e565b6020604051948594630556f18360e41b865230600487015260a0602487015260a4860190612e0f565b8481036003198101604487015260008252632966308f60e01b6064870152601c0160848601520190612dea565b63165f35bb60e21b60005260046000fd5b91613b489181959493614657565b8094919415613be157604090613b82613b7b8351613b668582612e9e565b60018152603f60f91b60208201528389614b16565b9085613c2c565b95613b9360ff602089015116613edb565b15613bd45782612f439792613bc492613bb1613bcb96519384612e9e565b60018352607f60f81b6020840152614b16565b9184614c5a565b929190916148d9565b612f4396508092506146ba565b8481612f43966148d9565b356bffffffffffffffffffffffff19811692919060148210613c0c575050565b6bffffffffffffffffffffffff1960149290920360031b82901b16169150565b9190600060408051613c3d81612e68565b8281528260208201520152826000526005602052613c5e60406000206133cd565b60ff602082015116613ed4575090600092600954935b848110613ca1575050505050604051613c8c81612e68565b60008152600360208201526000604082015290565b613cb3613cad826136a0565b5061355a565b60208101805160051b611fe0166004810192838211610a5057838710613ebf576000613cf6613ced613ce787868c8e6130ca565b906132b0565b60e01c8661306b565b94858910613eab5790613d108660ff969594938b8d6130ca565b9590945116610100036101008111613e975788901c90508883116103f257806000613d7260256040518093602082019581875263ffffffff60e01b9060e01b1660218301528a8a848401378a820190838201520301601f198101835282612e9e565b519020926000905b808210613e1b575050505103613e065791613d9a858793613da295614657565b9690976130ca565b9390939460158214613dbb575050600101929192613c74565b94509450505050816001116103f257613ddb600019830160018301613bec565b60601c911561301d5760405191613df183612e68565b82523560f81c60208201526000604082015290565b836327239cbf60e11b60005260045260246000fd5b90919360208301808411610a50576127ed613e3991858f86906130ca565b9060018616613e8a57613e71611af991925b6040519283916020830195869091604192600160f81b8352600183015260218201520190565b5190209360011c9160208101809111610a505790613d7a565b611af990613e7190613e4b565b634e487b7160e01b82526011600452602482fd5b6327239cbf60e11b82526004879052602482fd5b846327239cbf60e11b60005260045260246000fd5b9250505090565b60ff1660018114908115613eed575090565b600291501490565b9291908301906060848303126103f25783356001600160401b0381116103f25782613f21918601612f28565b936020810135926001600160401b03841684036103f25760408201356001600160401b0381116103f257613f559201612f28565b926001600160401b0383164281106141b157610e10420190814211610a505781811161419a575050613f8e613f93939286923691612ef1565b613644565b8151604181108015614180575b61416c576040198101908111610a505760051c60108111614158576000906140d557505b6020820151916060604082015191015160001a92601b841415806140ca575b6140b5576fa2a8918ca85bafe22016d0b997e4df60600160ff1b0382116140a0576040805193845260ff9490941660208085019190915293830152606082015260008080529060809060015afa15613906576000516001600160a01b03811690811561408f576001600160a01b03166000908152600360205260409020541561407b57506004601f825116146140765790565b614bec565b635292db3160e01b60005260045260246000fd5b63e11bd3a360e01b60005260046000fd5b50635682f3bf60e01b60005260045260246000fd5b83635d3b7f8160e11b60005260045260246000fd5b50601c841415613fe3565b9293604192915b82518410156141445782840160200151908181101561413757604051600160f81b6020820190815260218201929092526041810192909252906141228160618101611af9565b519020926020810180911161282057926140dc565b611af99061412290613e4b565b90949350614153919250613033565b613fc4565b631a77ef7f60e21b60005260045260246000fd5b63058676ad60e31b60005260045260246000fd5b5080604019810111610a5057602060401982081515613fa0565b63eb9a4cfb60e01b60005260045260245260446000fd5b63fb8bc71f60e01b6000526004524260245260446000fd5b6001600160401b0316801580156141f6575b6141e25750565b635a8f69d560e01b60005260045260246000fd5b508042106141db565b9060607f50ed630e471441c743419fdc75be9fb0122b945271b48845ecfcaffe43572fb09183600052600560205261423b816040600020613078565b60018060a01b03815116946001600160401b03604060ff602085015116930151169060405192835260018060a01b031660208301526040820152a3565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f950425af791913732390be4924a2e2e09d39b5ade99baa9cefaecbce30e2c41f60408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a0815261430a60c082612e9e565b5190209060405190602082019261190160f01b84526022830152604282015260428152613065606282612e9e565b907f6ff677256a481d9463b7db67f1fb52d76e81de8c3ee1b02e348adbac7974830c9161436582826145a7565b61439c60405161437481612e68565b8281526000604060ff861692836020820152015282600e5560ff1660ff19600f541617600f55565b600f805465ffffffffff001916905560006010819055601181905560128190556013556040805191825260ff929092166020820152a1565b9291906143e383838387614e2a565b9384156143f2575b5050505090565b6143fc9450614f1b565b388080806143eb565b909392919060ff166001811461442f576002149384614425575050505090565b6143fc9450614f85565b506143e383838387614e2a565b6000198114610a505760010190565b8015610a50576000190190565b600061446383612ebf565b6144706040519182612e9e565b838152601f1961447f85612ebf565b01366020830137600091825b85811080614589575b156144d657806144ad6144a68661443c565b9585613912565b526144b98187876130ff565b3560f81c60010180600111610a50576144d19161306b565b61448b565b95949392909560018101809111610a5057840361457857805b6144f95750505050565b6145029061444b565b9461450d8683613912565b519060018201808311610a50576145426145499161453a6145308b968a8a6130ff565b3560f81c8261306b565b9088886130ca565b3691612ef1565b60208151910120604051906020820192835260408201526040815261456f606082612e9e565b519020956144ef565b63430f13b360e01b60005260046000fd5b506001600160f81b031961459e8288886130ff565b35161515614494565b156145ce5760ff16601881116145ba5750565b63930191e360e01b60005260045260246000fd5b63b263ae7360e01b60005260046000fd5b15908115614600575b506145ef57565b63f0352c1b60e01b60005260046000fd5b6018915060ff1611386145e8565b80511515908161461c575090565b6146409150604064ffffffffff9101511664ffffffffff600d5460281c169061306b565b42101590565b90815181101561301d570160200190565b9160005b82811061466b5750505090600090565b60248101808211610a505760208201808311610a50576146a36127ed8261469b613ced613ce7878a978c8e6130ca565b95888a6130ca565b146146ae575061465b565b915091612dc3936130ca565b959493929190956060856004116080526080516103f257631592ca1b60e31b85356001600160e01b031916146147085750906146f995966000926153c3565b6004601f825116146140765790565b9592969490936004906000608052019060031901806020116148d3578135602081019081811161482c576147416127ed838386886130ca565b9561474b87612ebf565b966147596040519889612e9e565b808852614768601f1991612ebf565b016080515b8181106148c35750506080515b87518110156148445783831161482c57614796858581896130ca565b909190600582901b6001600160fb1b038316830361482c57602081019081811161482c576147c9916127ed9184876130ca565b90602082019384831161482c578f8d8f9280888f966147fe6147f86127ed60019d6148109c85614804996130ca565b8361306b565b926130ca565b949093608051926153c3565b61481a828b613912565b52614825818a613912565b500161477a565b634e487b7160e01b6080515260116004526024608051fd5b50995050505050509291505060405180926040820160208084015281518091526020848401948260051b850101920193608051905b82821061489657505050612f43925003601f198101835282612e9e565b919350916020806148b3600193605f198a82030186528851612dea565b9601920192018593919492614879565b808c602080938c0101520161476d565b60805180fd5b959493929190606096866004116103f257631592ca1b60e31b86356001600160e01b0319161461490d576146f997506153c3565b909590946000916003198101602011614b125760048201359160208301831161280c576149496127ed60208501856003198601600486016130ca565b9a6149538c612ebf565b9b6149616040519d8e612e9e565b808d52614970601f1991612ebf565b018c865b8d838210614b025750505050845b8c51811015614a8357602085018511614a6f576149ab60031985016020870181600487016130ca565b90600583901b6001600160fb1b0384168403614a47576020810190818111614a5b576149dc916127ed9185856130ca565b91602083018311614a4757928f614a308f8f8f8f8f8f8a614a409a60019d6020614a208d9f95614a166127ed84614a2899018887896130ca565b905082860161306b565b9301916130ca565b9590946153c3565b614a3a8383613912565b52613912565b5001614982565b634e487b7160e01b89526011600452602489fd5b634e487b7160e01b8a52601160045260248afd5b634e487b7160e01b86526011600452602486fd5b509a9997505050509450505050604051928391604083019060208085015282518092526020818501918360051b860101930194905b828210614ad557505050612f43925003601f198101835282612e9e565b91935091602080614af2600193605f198a82030186528851612dea565b9601920192018593919492614ab8565b6020828194010152018d90614974565b8280fd5b919081519060208301918083209060208110600014614be45760200360208111610a50576001600160fd1b0381168103610a505760031b5b60005b838110614b645750505050505090600090565b8087018360068235920135875118841c928260f01c93600685830163ffffffff8282019660d01c160101948a51149081614bdb575b50614ba7575b505050614b51565b614542836006614bb99301898d6130ca565b6020815191012014614bcc578381614b9f565b945094505050612dc3936130ca565b90501538614b99565b506000614b4e565b80516020820180519092916001600160e01b031982169160048210614c3a575b50506001600160e01b031916630556f18360e41b14614c29575190fd5b6307a19a8f60e01b60005260046000fd5b6001600160e01b031960049290920360031b82901b161690503880614c0c565b9392614c68919283866156f2565b959396919287819715614e1a578215614e0b57505060268110614dfa57806026116103f25761ffff602484013560f01c1692836026019081602611610a5057818310614dfa57826014116103f257803560601c94601c84106103f257601482013560c01c602485106103f257614d4d906040614cfc8b6001600160401b0380601c89013560c01c1693849201511684615be5565b6040519060208201927fbb432768c3a71c714516103429a771261db5be07f8bddc06d586a9ef8a68408984528960408401528a6060840152608083015260a082015260a08152611b0760c082612e9e565b97600098858511614df65760208201519151614d7c93926026860192916001600160a01b03169060ff16614405565b15614de85791614d929181614db69695946130ca565b92909160405191614da283612e68565b8252600160208301528660408301526156f2565b949390915094919315614dd957614dca5750565b63981f4dc560e01b8152600490fd5b63a8bad47960e01b8252600482fd5b62e5a19b60e81b8752600487fd5b8980fd5b63981f4dc560e01b60005260046000fd5b97509550919350600092915050565b62e5a19b60e81b60005260046000fd5b929060418203614f1257816040101561301d57604083013560f81c90601b82141580614f07575b8015614edc575b614ed257826020116103f2578335926040116103f257614ea160009360208096013590604051948594859094939260ff6060936080840197845216602083015260408201520152565b838052039060015afa15613906576000516001600160a01b03908116911681149081614ecb575090565b9050151590565b5050505050600090565b50826040116103f2576fa2a8918ca85bafe22016d0b997e4df60600160ff1b03602085013511614e58565b50601c821415614e51565b50505050600090565b92909192803b15614f1257602092614f5c60009361181660405197889288840195630b135d3f60e11b8752602485015260406044850152606484019161357b565b829451915afa614f73575b630b135d3f60e11b1490565b601f3d1115614f675750600051614f67565b91909392936082851061533757846040116103f257614fa46040612ed6565b92614fb26040519485612e9e565b6040808552830193602081013686116103f257604085823760006060830152905190206001600160a01b0390811691160361533757846080116103f2577f7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a860608301351161533757846082116103f25761ffff608083013560f01c16908160820180608211610a505760a78110801561532e575b6153235760009680821161531f5761505f9181866130ca565b91836020101561530b5760a2850135600160f81b161590811561513e575b50615137578682602092829460405192839283378101838152039060025afa1561512b576150e260209282516150d185806040518094828201968060828d0189378201908382015203018084520182612e9e565b604051928392839251928391612dc7565b8101039060025afa1561512057926040612f43939481835194815195602087015281860137608084013760c082015260a081526138fc60c082612e9e565b6040513d85823e3d90fd5b604051903d90823e3d90fd5b5050505050565b905060405161514e606082612e9e565b604081527f4142434445464748494a4b4c4d4e4f505152535455565758595a61626364656660208201527f6768696a6b6c6d6e6f707172737475767778797a303132333435363738392d5f6040820152604051916151ad606084612e9e565b602b8352602083019160403684378a5b602a81106152b157506151dc90603f60ff60f81b9360021b1690614646565b5116891a8251602a101561529d57604a83015361525a60016044604051809461523f60208301977f7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6789526332911d1160e11b604085015251809285850190612dc7565b8101601160f91b838201520301601e19810184520182612e9e565b805191828510159283615272575b505050153861507d565b90919250848111614df65761528990369085612ef1565b602081519101209151902014388080615268565b634e487b7160e01b8a52603260045260248afd5b806006026006810482036152f75760fa0360fa81116152f757906001916152e2603f8660ff60f81b931c1685614646565b51168d1a6152f08288614646565b53016151bd565b634e487b7160e01b8d52601160045260248dfd5b634e487b7160e01b88526032600452602488fd5b8780fd5b506000955050505050565b50808710615046565b50600093505050565b600080916020815191016101005afa3d156153bc573d61535f81612ed6565b9061536d6040519283612e9e565b81523d6000602083013e5b816153b0575b81615387575090565b600191506020815191015190602081106153a057501490565b6000199060200360031b1b161490565b8051602014915061537e565b6060615378565b919294959395606095856004116103f25763ffffffff60e01b823516946000926004810197600319810199631d9dabef60e11b891461566457506378e5bf0360e11b88146155b2576332f111d760e01b881461556557631674750f60e21b881461549557505050505063bc1c58d160e01b8314615445575050612f4393615ad5565b91509161547b9361545991612f4396615a38565b604051600360f81b60208201526001815291615476602184612e9e565b614b16565b6040805160208082015293928492611af99284019161357b565b939a996154a9939992989195969750615a38565b8101906040818303600319011261531f576024810135906001600160401b03821161556157602197989492600461551f95936154e6930101612f28565b9161547660405198898095600160f91b602083015261550e8151809260208686019101612dc7565b81010301601f198101855284612e9e565b9150816155535750509161553691612f4393614b16565b9190915b611af9604051938492602080850152604084019161357b565b9350612f439250905061553a565b8880fd5b509550505096959461557a9194819396615a38565b6040116155ae57602490615592949550013591615a8b565b9050604051901515602082015260208152612f43604082612e9e565b8480fd5b509550505095946155c69194819396615a38565b6040116133c9576024013592506155de838284615a8b565b92909383603c821491821561563b575b50159081615633575b5061561c575b5050612f4390611af9604051938492602080850152604084019161357b565b612f43935061562b9250615a5f565b9091386155fd565b9050386155f7565b90915063800000008110159081615655575b5090386155ee565b63ffffffff915011153861564d565b999598949a9350505050615679939450615a38565b615685603c8383615a8b565b9290918315806156ea575b6156d5575b5050601482036156cd576156aa929350613bec565b901c5b6040519060018060a01b0316602082015260208152612f43604082612e9e565b5050506156ad565b9091506156e29250615a5f565b903880615695565b506001615690565b9392909260168210614dfa57816012116103f2576016601084013560f01c81810194918510610a5057836016116103f257615734601283013560e01c8661306b565b95868510614dfa57615748878787866130ca565b959096879961575a83899b81896130ca565b99909998846008116103f257873560c01c91601086106103f2576001600160401b0360088a013560c01c169161579e836001600160401b0360408b01511686615be5565b6140008111615a27579060068204906157cf6157b983612ebf565b926157c76040519485612e9e565b808452612ebf565b602083019290601f190136843760009384928381855b8483106158b65750505050505260405190602082019283919060005b8181106158a0575050509061582681615879979695949303601f198101835282612e9e565b519020906040519260208401947f418a75ef1cb5a67b2f4c1b0cd2e12d0fa75fa63d6b9ca7587810d192a2c233b9865260408501526060840152608083015260a082015260a08152611b0760c082612e9e565b9160ff6020850151169360018060a01b0390511691116103f2576016612f43950192614405565b8251845260209384019390920191600101615801565b909192939495506006830192838111610a5057858411615a275760028101808211610a505761590d6158ea82848a886130ca565b6001600160f01b031991359182169160028210615a07575b505060f01c8661306b565b9161592b615922613ce7886000958c8a6130ca565b60e01c8461306b565b958887116159f8576159428461594d928b896130ca565b989080968a92615c5c565b156159e557505061597561454285615966368987612ef1565b602081519101209389876130ca565b602081519101206040519060208201927f0b65153a4cec9efd565de641e933febc63495fc8bcd414666352f395a947d156845260408301526060820152606081526159c1608082612e9e565b5190206159d76159d08a61443c565b9988613912565b5292919087959493926157e5565b6304b90ff960e51b825260045260249150fd5b632f985a4560e01b8352600483fd5b6001600160f01b031960029290920360031b82901b161690503880615902565b632f985a4560e01b60005260046000fd5b916020116103f25735908103615a4b5750565b636796432560e01b60005260045260246000fd5b604051600160f81b6020820152600160ff1b602182015260058152612dc3929091615476602584612e9e565b919063ffffffff8211615acd57604051600160f81b602082015260e09290921b6001600160e01b031916602183015260058252612dc392615476602584612e9e565b505090600090565b6001600160e01b0319909116929091600063691f343160e01b8503615b205750612f439293506040516020808201526000604082015260408152615b1a606082612e9e565b93615a38565b63c869023360e01b8503615b555750612f43929350604051600060208201526000604082015260408152615b1a606082612e9e565b631101d5ab60e11b8503615b905750612f43929350604051600060208201526040808201526000606082015260608152615b1a608082612e9e565b6304928c6760e21b8503615bbc57612f4393945060405190602082015260208152615b1a604082612e9e565b5050505060405190637b1c461b60e01b6020830152602482015260248152612f43604482612e9e565b6001600160401b038092169182911610615c485750615c026136bf565b15615c39576001600160401b0364ffffffffff600d5416915b16908110615c265750565b62bd8e3760e81b60005260045260246000fd5b6001600160401b034291615c1b565b634a19c08560e11b60005260045260246000fd5b91908381109384600014615cf057815b60005b838110615c7f5750505050505090565b60208101808211610a505784811015615ce9575b615cb16127ed615ca86127ed8486888d6130ca565b9284878a6130ca565b90818103615cdd5750506020810180911115615c6f57634e487b7160e01b600052601160045260246000fd5b10979650505050505050565b5083615c93565b8091615c6c56fe55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec475' as const
