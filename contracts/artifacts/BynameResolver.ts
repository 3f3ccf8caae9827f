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
        "internalType": "uint40",
        "name": "delay",
        "type": "uint40"
      }
    ],
    "name": "DelayTooLong",
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
        "internalType": "uint64",
        "name": "readyAt",
        "type": "uint64"
      }
    ],
    "name": "NoticeLapsed",
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
        "name": "greatest",
        "type": "uint64"
      }
    ],
    "name": "SequenceTooHigh",
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
    "name": "ZeroHolder",
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
    "name": "MAX_SEQUENCE_STEP",
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
    "name": "NOTICE_LIFETIME",
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
export const bynameResolverBytecode = '0x60c060405234610768576167fa80380380610019816107f8565b928339810160a082820312610768576100318261081d565b60208301519092906001600160401b03811161076857810182601f820112156107685780519161006861006384610831565b6107f8565b9160208385815201906020829560051b820101908682116107685760208101925b82841061076d575050505060408101516001600160401b0381116107685781019380601f860112156107685784516100c361006382610831565b9560208088848152019260051b82010192831161076857602001905b8282106107505750505061010160806100fa6060840161086b565b920161086b565b946001600160a01b0316801561073f576000548160018060a01b0382167f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0600080a36001600160a01b0319161760009081555b8451811015610278576001600160a01b0361016f82876108de565b51169081156102675781600052600360205260406000205461025257600254916801000000000000000083101561023c576001830180600255831015610226577f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace90920180546001600160a01b03191683179055600254600083815260036020526040812091909155600192907f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f249080a201610154565b634e487b7160e01b600052603260045260246000fd5b634e487b7160e01b600052604160045260246000fd5b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b5060808590526001600160401b038116610e10811061072b575060a05280511561071a5760005b81518110156102d5576102b281836108de565b5151156102c15760010161029f565b63a75ae56d60e01b60005260045260246000fd5b50805168010000000000000000811161023c5760155481601555808210610697575b50601560009081527f55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec4759190845b8282106105715785856040519060208201906020835251809152604082019060408160051b84010193916000905b828210610546577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a50385870386a1604061038a816107f8565b9060018252600060208301526103aa81519260808452608084019061087f565b918083036020820152601654928381526020810160208560051b8301019460166000526020600020916000935b82851061049957867f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb87808b600085830152600060608301520390a17f6f3f9f1324f1d1344d559cdb5b7462e293d668a2ffee4183da084be07d24939761045c610440836107f8565b600181526000602082015283519182918583528583019061087f565b3060208301520390a151615eea908161091082396080518181816107d0015281816111f60152612402015260a051818181612ab101526137bc0152f35b9091929396601f198282030183526000908554906104b6826108a4565b808252916001811690811561052357506001146104e5575b5090976001908101950193926020019190506103d7565b909150856000526020600020916000925b81841061050d5750500160209081019060016104ce565b60018160209254838787010152019301926104f6565b60ff191660208381019190915292151560051b90910182019250600190506104ce565b90919294602080610563600193603f19898203018652895161087f565b970192019201909291610352565b80518051906001600160401b03821161023c5761058e86546108a4565b601f8111610651575b50602090601f83116001146105e45792826001949360209386956000926105d9575b5050600019600383901b1c191690841b1787555b01940191019092610324565b015190508b806105b9565b90601f1983169187600052816000209260005b8181106106395750936020936001969387969383889510610620575b505050811b0187556105cd565b015160001960f88460031b161c191690558b8080610613565b929360206001819287860151815501950193016105f7565b82811115610597576106889087600052602060002090601f850160051c906020861061068e575b601f82910160051c0391016108f2565b88610597565b60009150610678565b6015600052818060206000200191039060005b8281106106b85750506102f7565b8060019183016106c881546108a4565b90816106d7575b5050016106aa565b81601f6000931185146106ee5750555b87806106cf565b8183526020832061070a91601f0160051c8419019086016108f2565b80825281602081209155556106e7565b6323b0ed8560e21b60005260046000fd5b63c42c1c0160e01b60005260045260246000fd5b639905827b60e01b60005260046000fd5b6020809161075d8461081d565b8152019101906100df565b600080fd5b83516001600160401b0381116107685782019088603f830112156107685760208201519060006001600160401b0383116107e457506107b5601f8301601f19166020016107f8565b8281526040848401018b10610768576107d960209493859460408685019101610848565b815201930192610089565b634e487b7160e01b81526041600452602490fd5b6040519190601f01601f191682016001600160401b0381118382101761023c57604052565b51906001600160a01b038216820361076857565b6001600160401b03811161023c5760051b60200190565b60005b83811061085b5750506000910152565b818101518382015260200161084b565b51906001600160401b038216820361076857565b9060209161089881518092818552858086019101610848565b601f01601f1916010190565b90600182811c921680156108d4575b60208310146108be57565b634e487b7160e01b600052602260045260246000fd5b91607f16916108b3565b80518210156102265760209160051b010190565b60005b82811061090157505050565b6000828201556001016108f556fe60a080604052600436101561001357600080fd5b60003560e01c90816301ffc9a714612d01575080630349f9d114612ca5578063054f7d9c14612c7f5780630e316ab714612b575780631a16459914612b395780631cd61c0414612afe5780631d14384814612ad55780631eefddb114612a9157806320d542ac146129a557806328ae65721461293b57806329476d8a146128fe5780632966308f146126bf5780632ba2a665146126a25780632c73dc4a14612686578063382eccbe146126695780633ca3f78b146126485780634651683d1461258757806346f0975a146124bb57806347b456521461249d5780634eff3fc4146123d9578063550acbe4146123af57806355cc4e5714612338578063582de3e7146122fe5780635c1223de146122e0578063659a40c81461228f5780636a42b8f8146122675780636b7d40eb146122405780636c5e47c7146121e45780636cc895a914611f5457806379ba509714611ec55780637c39601d14611e955780637df73e2714611e5a57806385d7f5d314611e23578063895f1df314610f935780638a596ebe14611d4c5780638b6b9b7a146119d85780638cc5ce47146119015780638da5cb5b146118d85780639061b9231461150f57806395797e62146113db5780639af338f61461121a5780639c94e6c6146111d6578063a0633e3d14610f98578063a27154ba14610f93578063ac3ec96d14610f31578063af58bd1d14610eba578063b2312bdf14610e86578063b68f422b14610d7f578063c346bd1a14610acc578063d3a7b7d314610aa7578063d3fb73b414610a7c578063d8c65cba14610903578063e095cfd4146108ce578063e30c3978146108a5578063e4aba8cb1461079d578063e7ec11de14610778578063e9b771a7146106f7578063eb12d61e146105f8578063ed57d29414610584578063f2fde38b1461050f578063f310b985146104e1578063f4d4d2f8146104ac578063f5c569c91461040d5763f8388050146102df57600080fd5b34610408576040366003190112610408576004356102fb612db2565b6000546001600160a01b031633036103f35761031781836147c9565b60095491601083146103e25760405161032f81612efb565b818152602081019360ff84168552600160401b8110156103cc578060016103599201600955613764565b9190916103b6575181559251600193909301805460ff191660ff948516179055604080519182529190921660208301527f58685895aa25de1301d2ff060156552f911589a3482904f09c87e933532dc0d69190819081015b0390a1005b634e487b7160e01b600052600060045260246000fd5b634e487b7160e01b600052604160045260246000fd5b6303ac9a9360e51b60005260046000fd5b63245aecd360e01b6000523360045260246000fd5b600080fd5b3461040857604036600319011261040857610426612db2565b6000546001600160a01b031633036103f35760ff600d5460501c1661049b576104519060043561440f565b600d80546aff0000000000ffffffffff19164264ffffffffff1617600160501b1790557fa8cab3d1893ed53071b052fafa843143492f25d1d6b0170d460789f7ab1954be600080a1005b632944b29f60e11b60005260046000fd5b34610408576104dd6104c96104c036612def565b92919091613fcc565b604051918291602083526020830190612e62565b0390f35b34610408576000366003190112610408576104fa6137e7565b6040805192835260ff91909116602083015290f35b3461040857602036600319011261040857610528612d9c565b6000546001600160a01b031690338290036103f357600180546001600160a01b0319166001600160a01b03929092169182179055907f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700600080a3005b34610408576020366003190112610408576004356001600160401b038111610408576105b4903690600401612dc2565b50506105be613783565b156105e8576104dd6105ce6132ab565b604051918291308352604060208401526040830190612e87565b6104dd6105f3613240565b6105ce565b3461040857602036600319011261040857610611612d9c565b6000546001600160a01b031633036103f3576001600160a01b0381169081156106e6576001600160a01b0381166000908152600360205260409020546106d15760025490600160401b8210156103cc57610674826001610698940160025561307a565b81546001600160a01b0393841660039290921b91821b9390911b1916919091179055565b6002548160005260036020526040600020557f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f24600080a2005b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b34610408576000366003190112610408576000546001600160a01b031633036103f357600d5460ff8160501c1661049b5764ffffffffff1916600d556000600e556000600f5560006010556000601155600060125560006013557f939e290b8b6ede22e083fd5f986fc628beb58a1b17d9d8641aacc877ae3b4f08600080a1005b34610408576000366003190112610408576020610793613783565b6040519015158152f35b34610408576040366003190112610408576004356107b9612db2565b6000549091906001600160a01b031633036103f3577f0000000000000000000000000000000000000000000000000000000000000000906001600160401b0382161561089457826001600160401b0361086d6060946108397fed731d67499c442b3a5fd2701bacb8bf8d6365f11447e3fed8260be8ed73142a97866147c9565b60ff6040519461084886612efb565b868652166020909401849052600a859055600b805460ff19168517905542831661348c565b1690816001600160401b0319600c541617600c5560405192835260208301526040820152a1005b63157bd4c360e01b60005260046000fd5b34610408576000366003190112610408576001546040516001600160a01b039091168152602090f35b3461040857602036600319011261040857600435600052600860205260206001600160401b0360406000205416604051908152f35b34610408576000366003190112610408576000546001600160a01b031633036103f357600c5461093b6001600160401b03821661478c565b6001600160401b031916600c556009546000600955806109e7575b50600954600160401b8110156103cc578060016109769201600955613764565b6103b657600a81036109c6575b600a54600b546040805192835260ff90911660208301527ff48a0d7c4b8940fcea2ee56a00d8906419b3dfe4f4aac1c16eb04d232e16350c9190819081016103b1565b600a54815560ff600181600b54169201911660ff1982541617905580610983565b600181901b906001600160ff1b03811603610a6657600960005260005b818110610a115750610956565b6002906000817f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af015560007f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7b082015501610a04565b634e487b7160e01b600052601160045260246000fd5b3461040857600036600319011261040857600c546040805191901c6001600160a01b03168152602090f35b3461040857600036600319011261040857602064ffffffffff600d5416604051908152f35b3461040857610ada36612fbe565b6000546001600160a01b031633036103f3578051600160401b81116103cc578060165481601655808210610ce3575b5050602082019060166000527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289916000905b828210610bb6577f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb610b988660406000610ba6825193610b7b8486612f16565b600185528260208601528351958695608087526080870190612e62565b908582036020870152612e87565b91830152600060608301520390a1005b80518051906001600160401b0382116103cc57610bd38654613183565b601f8111610c9d575b50602090601f8311600114610c305792610c1683600195946020948796600092610c25575b50508160011b916000199060031b1c19161790565b87555b01940191019092610b3b565b015190508b80610c01565b90601f1983169187600052816000209260005b818110610c855750936020936001969387969383889510610c6c575b505050811b018755610c19565b015160001960f88460031b161c191690558a8080610c5f565b92936020600181928786015181550195019301610c43565b82811115610bdc57610cd49087600052602060002090601f850160051c9060208610610cda575b601f82910160051c039101613687565b87610bdc565b60009150610cc4565b60166000520360005b818110610cfb57829150610b09565b807fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289600192850101610d2d8154613183565b9081610d3c575b505001610cec565b81601f600093118514610d535750555b8580610d34565b81835260208320610d6f91601f0160051c841901908601613687565b8082528160208120915555610d4c565b3461040857602036600319011261040857600054600435906001600160a01b031633036103f357806000526008602052610dc66001600160401b036040600020541661478c565b6000818152600860209081526040808320805467ffffffffffffffff19169055600782528083208390556006825280832080546001600160a01b03191690556005909152902054610e5f90610e269060a81c6001600160401b031661346e565b6001600160401b0360405191610e3b83612ee0565b600083526003602084015216604082015282600052600560205260406000206130f0565b7f0e5af6f981c13a6698fe2cd9b92deef9ec492345d0ffe56b0c7b9820d93d675b600080a2005b34610408576020366003190112610408576004356000526006602052602060018060a01b0360406000205416604051908152f35b34610408576060366003190112610408576004356001600160401b03811161040857610eea903690600401612fa0565b6024356001600160401b03811161040857610f09903690600401612fa0565b906044356001600160401b038116810361040857602092610f2992613708565b604051908152f35b34610408576020366003190112610408576004356001600160401b03811161040857610f64610f6a913690600401612dc2565b906136a4565b6040516004821015610f7d576020918152f35b634e487b7160e01b600052602160045260246000fd5b61305e565b3461040857610fa636612fbe565b6000546001600160a01b031633036103f3578051600160401b81116103cc57806014548160145580821061114c575b505060208201906014600052600080516020615eca833981519152916000905b828210611035577ff55ab94de79724616fc818a83613691c8669f0315c5dbb028aca0b838550e4676103b186604051918291602083526020830190612e87565b80518051906001600160401b0382116103cc576110528654613183565b601f8111611110575b50602090601f83116001146110a3579261109483600195946020948796600092610c255750508160011b916000199060031b1c19161790565b87555b01940191019092610ff5565b90601f1983169187600052816000209260005b8181106110f857509360209360019693879693838895106110df575b505050811b018755611097565b015160001960f88460031b161c191690558a80806110d2565b929360206001819287860151815501950193016110b6565b8281111561105b576111469087600052602060002090601f850160051c9060208610610cda57601f82910160051c039101613687565b8761105b565b60146000520360005b81811061116457829150610fd5565b80600080516020615eca8339815191526001928501016111848154613183565b9081611193575b505001611155565b81601f6000931185146111aa5750555b858061118b565b818352602083206111c691601f0160051c841901908601613687565b80825281602081209155556111a3565b346104085760003660031901126104085760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b3461040857608036600319011261040857600435611236612db2565b606435906001600160401b03821680920361040857600c5460401c6001600160a01b031633036113c657600d549060ff8260501c1661049b577f65ceb3fe53030e358d3eaa0720f2e75992e9b01b0d088c22ff6e9230ee7526799260609261129e8387614754565b600e5486148015906113b4575b6112e1575b5064ffffffffff421664ffffffffff19600d541617600d5560ff6040519216825260443560208301526040820152a2005b60281c64ffffffffff16611356575b61135064ffffffffff421661133160405161130a81612ee0565b88815282604060ff881692836020820152015288600e5560ff1660ff19600f541617600f55565b65ffffffffff00600f549160081b169065ffffffffff00191617600f55565b856112b0565b61135e61466a565b601054158061139d575b156112f057600e54601055600f546011805465ffffffffffff191660ff83161765ffffffffff009092169190911790556112f0565b506113ae6113a9613629565b61471c565b15611368565b5060ff600f541660ff841614156112ab565b635154299560e11b6000523360045260246000fd5b34610408576040366003190112610408576113f4612d9c565b6024359064ffffffffff821691828103610408576000546001600160a01b031633036103f35762278d0083116114fa57907fb272398a7c0542286c34c8bf32e8f559b2c352004bc94bf103f66640bffce18c9260409261145261466a565b600c546001600160a01b038481169491861c1684036114d2575b600c805468010000000000000000600160e01b03191691861b68010000000000000000600160e01b0316919091179055600d805469ffffffffff0000000000191660289290921b69ffffffffff00000000001691909117905582519182526020820152a1005b600060105560006011556114e76113a9613629565b61146c576000600e556000600f5561146c565b82636b879bf760e01b60005260045260246000fd5b346104085761151d36612def565b9261152b838294939461451b565b90611534613783565b6118c657604051946020860191639061b92360e01b835261156d8761155f8489898660248601613602565b03601f198101895288612f16565b83600052600560205260ff60406000205460a01c1661158b81613fb2565b6117a1571580611796575b6116535786604051630556f18360e41b815260a4810130600483015260a0602483015260155480915260c4820160c060048360051b850101019160156000526020600020916000905b828210611625578585036003190160448701528580611621896116028982612e62565b631e9a9a5f60e31b606485015283810360031901608485015290612e62565b0390fd5b9091929360206001611645819360bf196003198b830301018652886131bd565b9601920192019092916115df565b6116d893926116c8836116928a946116846044978c6040519c8d94632967da4b60e11b602087015260248601613602565b03601f1981018a5289612f16565b80604051998a97602089015263ffffffff60e01b8260e01b16604089015286880137850191848301936000855251938491612e3f565b010103601f198101845283612f16565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615eaa833981519152929186015b8282106117685786860360031901604488015286806116218a6117498a8a612e62565b631c17665f60e11b606485015283810360031901608485015290612e62565b9091929460206001611788819360bf196003198c830301018652896131bd565b970192019201909291611726565b506009541515611596565b5061180860408588946117e2896117d4855197889263746be77160e01b60208501526020602485015260448401916135e1565b03601f198101875286612f16565b80835196879360208501528484013781016000838201520301601f198101845283612f16565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615eaa833981519152929186015b8282106118985786860360031901604488015286806116218a6118798a8a612e62565b630cb3481960e31b606485015283810360031901608485015290612e62565b90919294602060016118b8819360bf196003198c830301018652896131bd565b970192019201909291611856565b5090506118d16137e7565b80916139ab565b34610408576000366003190112610408576000546040516001600160a01b039091168152602090f35b346104085760003660031901126104085760095461191e81612f37565b9061192c6040519283612f16565b80825260208201908160096000527f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af6000915b8383106119ba5784866040519182916020830190602084525180915260408301919060005b818110611992575050500390f35b82518051855260209081015160ff168186015286955060409094019390920191600101611984565b600260206001926119ca856135c0565b81520192019201919061195f565b3461040857366003190161012081126104085760c0136104085760c4356001600160401b03811161040857611a11903690600401612dc2565b9060e4356001600160401b03811161040857611a31903690600401612dc2565b929091610104356001600160401b03811161040857611a54903690600401612dc2565b611a5f959195613558565b6001600160401b0342911610611d2757611a7d906004359687613d03565b611a8561356e565b6001600160401b03604083019181835116918291161115611d1357506001600160401b0365040000000000915116016001600160401b038111610a66576001600160401b039081611ad461356e565b91169182911611611cff5750611b0e6040516020810190611b0681611af8846134ac565b03601f198101835282612f16565b51902061434f565b916020820195611b2160ff885116613fb2565b15611c6357505060ff611b6095600382611b396135b0565b161480611c4b575b80611c33575b15611c15575b5191516001600160a01b031691166144c8565b15611c0457611c02905b80600052600760205260006040812055611b8261359a565b600082815260066020526040902080546001600160a01b0319166001600160a01b03909216919091179055611bb5613584565b6001600160401b03611bc56135b0565b60ff611bcf61356e565b9160405194611bdd86612ee0565b6001600160a01b03168552166020840152166040820152611bfc61359a565b916142d6565b005b63ea8e4eb560e01b60005260046000fd5b611c2e611c20613584565b611c286135b0565b90613853565b611b4d565b506001600160a01b03611c4461359a565b1615611b47565b506001600160a01b03611c5c613584565b1615611b41565b93929550939050611c75611c20613584565b6004546001600160a01b03168015929086908415611ceb575b50505050611c0457611cb092611ca26135b0565b611caa613584565b906144c8565b15611cda5780611c0291600052600860205260406000206001600160401b03198154169055611b6a565b631d75040560e31b60005260046000fd5b611cf59450614497565b1585808581611c8e565b631f8e6dfd60e31b60005260045260246000fd5b63c713f8ad60e01b60005260045260246000fd5b6001600160401b03611d37613558565b6323fb16c960e11b6000521660045260246000fd5b34610408576020366003190112610408576004356001600160401b03811161040857611d7c903690600401612dc2565b5050601654611d8a81612f37565b90611d986040519283612f16565b808252601660009081527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289602084015b838310611df75760405160608082528190611de590820188612e87565b60006020830152600060408301520390f35b600160208192604051611e1581611e0e81896131bd565b0382612f16565b815201920192019190611dc8565b3461040857604036600319011261040857611e3c612db2565b6000546001600160a01b031633036103f357611c029060043561440f565b34610408576020366003190112610408576020610793611e78612d9c565b6001600160a01b0316600090815260036020526040902054151590565b34610408576000366003190112610408576104dd611eb16132ab565b604051918291602083526020830190612e87565b34610408576000366003190112610408576001546001600160a01b03163303611f3f57600180546001600160a01b0319169055600080549033906001600160a01b038316907f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09080a36001600160a01b0319163317600055005b63a09b9a4360e01b6000523360045260246000fd5b3461040857611f6236612fbe565b6000546001600160a01b031633036103f3578051156121d35760005b8151811015611fb457611f918183613997565b515115611fa057600101611f7e565b63a75ae56d60e01b60005260045260246000fd5b508051600160401b81116103cc578060155481601555808210612149575b505060208201906015600052600080516020615eaa833981519152916000905b828210612032577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a5036103b186604051918291602083526020830190612e87565b80518051906001600160401b0382116103cc5761204f8654613183565b601f811161210d575b50602090601f83116001146120a0579261209183600195946020948796600092610c255750508160011b916000199060031b1c19161790565b87555b01940191019092611ff2565b90601f1983169187600052816000209260005b8181106120f557509360209360019693879693838895106120dc575b505050811b018755612094565b015160001960f88460031b161c191690558a80806120cf565b929360206001819287860151815501950193016120b3565b82811115612058576121439087600052602060002090601f850160051c9060208610610cda57601f82910160051c039101613687565b87612058565b60156000520360005b81811061216157829150611fd2565b80600080516020615eaa8339815191526001928501016121818154613183565b9081612190575b505001612152565b81601f6000931185146121a75750555b8580612188565b818352602083206121c391601f0160051c841901908601613687565b80825281602081209155556121a0565b6323b0ed8560e21b60005260046000fd5b34610408576020366003190112610408576004356000908152600760209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346104085760003660031901126104085760206001600160401b03600c5416604051908152f35b3461040857600036600319011261040857602064ffffffffff600d5460281c16604051908152f35b346104085761229d36612def565b80602011610408576104dd9360206122d06104c99585359384600052600584526122ca6040600020613433565b85614e0c565b93909295601f1901960194614b61565b3461040857600036600319011261040857602060405162278d008152f35b346104085760203660031901126104085760043563ffffffff60e01b8116809103610408576040516312d6c5b760e31b9091148152602090f35b3461040857602036600319011261040857612351612d9c565b6000546001600160a01b031633036103f357600480546001600160a01b0319166001600160a01b0390921691821790556040519081527fcad349a575b7a312fc947b899cb436e2fde2cde8be518bf412258b1d7836a54e90602090a1005b346104085760c0366003190112610408576020610f2960405182810190611b0681611af8846134ac565b3461040857602036600319011261040857600054600435906001600160a01b031633036103f3577f00000000000000000000000000000000000000000000000000000000000000006001600160401b0381161561089457612443906001600160401b03421661348c565b600082815260086020908152604091829020805467ffffffffffffffff19166001600160401b0394909416938417905590519182527ffa2b73ea1e099045393cc3b6ecacff4a5ad55ac07ee72d379d9f665e3b9c22b491a2005b346104085760003660031901126104085760206040516203f4808152f35b34610408576000366003190112610408576040518060206002549283815201809260026000527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace9060005b818110612568575050508161251c910382612f16565b6040519182916020830190602084525180915260408301919060005b818110612546575050500390f35b82516001600160a01b0316845285945060209384019390920191600101612538565b82546001600160a01b0316845260209093019260019283019201612506565b3461040857602036600319011261040857611c026004358060005260076020526125b46040600020613433565b6125ca6001600160401b036040830151166142a0565b816000526007602052600060408120556001600160401b0360ff602060018060a01b03845116930151168360005260056020526126108260406000205460a81c1661346e565b906040519361261e85612ee0565b8452602084015216604082015281600052600660205260018060a01b0360406000205416916142d6565b34610408576000366003190112610408576020604051650400000000008152f35b34610408576104dd6104c961267d36612def565b9291909161334c565b34610408576000366003190112610408576104dd611eb1613240565b34610408576000366003190112610408576020604051610e108152f35b34610408576126cd36612def565b916126d9939193613783565b156128ed5782602011610408578335918360421161040857602285013592600090604287019560411981019781602110156128d9576021810135916001600160f81b0319831661278357505050806040516020810190848252868660218301376021878201818101879052829003600181018352612758910182612f16565b51902003612770576104dd6104c98888888888613c1f565b6355755e1760e11b825260045260249150fd5b6020969295939610156128d9576020013560f81c9360f81c94806040516020810190600160f81b82528486602183013760218582018181018990528290036001810183526127d2910182612f16565b519020036128c7575060078516806128bf575060ff60085b16946020861b82036128ab578590039460ff86116128835784610100036101008111612897578761282160019260ff8a16906130e3565b1c911b9060001982019182116128975716600581901b92906001600160fb1b0381160361288357602083019384841161286f57509161286a939161286493613142565b9061315a565b6139ab565b634e487b7160e01b81526011600452602490fd5b634e487b7160e01b84526011600452602484fd5b634e487b7160e01b85526011600452602485fd5b63525c399f60e11b84526004829052602484fd5b60ff906127ea565b6355755e1760e11b8452600452602483fd5b634e487b7160e01b84526032600452602484fd5b63c274dea760e01b60005260046000fd5b34610408576020366003190112610408576004356001600160401b0381116104085761292e903690600401612dc2565b5050602060405160018152f35b3461040857602036600319011261040857600054600435906001600160a01b031633036103f35780600052600860205260406000206001600160401b031981541690557f7db96c621adff3af2add68e16d4205350c328edb4565826d282586e0bbd03499600080a2005b34610408576060366003190112610408576024356001600160a01b0381169060043590828103610408576044359060ff821691828103610408576000848152600660205260409020546001600160a01b03163303612a7c57612a0691613853565b6203f4804201804211610a66577f539864497ea134bd43d262b3bafa270efc62a467dc6be7b9d31553bede975b2f916001600160401b0360409216612a6f8351612a4f81612ee0565b8781528360208201528285820152866000526007602052846000206130f0565b82519182526020820152a3005b631945d95360e11b6000523360045260246000fd5b346104085760003660031901126104085760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b34610408576000366003190112610408576004546040516001600160a01b039091168152602090f35b346104085760003660031901126104085760206040517f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152f35b34610408576020366003190112610408576020610f296004356130ab565b3461040857602036600319011261040857612b70612d9c565b6000546001600160a01b031633036103f3576001600160a01b03166000818152600360205260409020548015612c6a576002546000198101908111610a6657612bb89061307a565b905460039190911b1c6001600160a01b03166000198201828111610a665781610674612be39261307a565b60005260036020526040600020556002548015612c545760001901612c078161307a565b81549060018060a01b039060031b1b19169055600255806000526003602052600060408120557f3525e22824a8a7df2c9a6029941c824cf95b6447f1e13d5128fd3826d35afe8b600080a2005b634e487b7160e01b600052603160045260246000fd5b50632a6edb2b60e01b60005260045260246000fd5b3461040857600036600319011261040857602060ff600d5460501c166040519015158152f35b34610408576020366003190112610408576004356000908152600560209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b34610408576020366003190112610408576004359063ffffffff60e01b8216809203610408576020916301ffc9a760e01b8114908115612d8b575b8115612d7a575b8115612d69575b8115612d58575b5015158152f35b633b55f4a560e21b14905083612d51565b63452cb75f60e11b81149150612d4a565b639061b92360e01b81149150612d43565b63582de3e760e01b81149150612d3c565b600435906001600160a01b038216820361040857565b6024359060ff8216820361040857565b9181601f84011215610408578235916001600160401b038311610408576020838186019501011161040857565b6040600319820112610408576004356001600160401b0381116104085781612e1991600401612dc2565b92909291602435906001600160401b03821161040857612e3b91600401612dc2565b9091565b60005b838110612e525750506000910152565b8181015183820152602001612e42565b90602091612e7b81518092818552858086019101612e3f565b601f01601f1916010190565b9080602083519182815201916020808360051b8301019401926000915b838310612eb357505050505090565b9091929394602080612ed1600193601f198682030187528951612e62565b97019301930191939290612ea4565b606081019081106001600160401b038211176103cc57604052565b604081019081106001600160401b038211176103cc57604052565b90601f801991011681019081106001600160401b038211176103cc57604052565b6001600160401b0381116103cc5760051b60200190565b6001600160401b0381116103cc57601f01601f191660200190565b929192612f7582612f4e565b91612f836040519384612f16565b829481845281830111610408578281602093846000960137010152565b9080601f8301121561040857816020612fbb93359101612f69565b90565b602060031982011261040857600435906001600160401b0382116104085780602383011215610408578160040135612ff581612f37565b926130036040519485612f16565b8184526024602085019260051b820101918383116104085760248201905b83821061303057505050505090565b81356001600160401b038111610408576020916130538760248594880101612fa0565b815201910190613021565b3461040857600036600319011261040857602060405160108152f35b60025481101561309557600260005260206000200190600090565b634e487b7160e01b600052603260045260246000fd5b6040516020810191601960f81b83523060601b60228301524660368301526056820152605681526130dd607682612f16565b51902090565b91908201809211610a6657565b81518154602084015160409094015167ffffffffffffffff60a81b60a89190911b1660ff60a01b60a09590951b949094166001600160a01b039092166001600160e81b03199091161717919091179055565b90939293848311610408578411610408578101920390565b359060208110613168575090565b6000199060200360031b1b1690565b90821015613095570190565b90600182811c921680156131b3575b602083101461319d57565b634e487b7160e01b600052602260045260246000fd5b91607f1691613192565b600092918154916131cd83613183565b808352926001811690811561322357506001146131e957505050565b60009081526020812093945091925b838310613209575060209250010190565b6001816020929493945483858701015201910191906131f8565b915050602093945060ff929192191683830152151560051b010190565b6015549061324d82612f37565b9161325b6040519384612f16565b80835260156000908152600080516020615eaa833981519152602085015b8383106132865750505050565b60016020819260405161329d81611e0e81896131bd565b815201920192019190613279565b601454906132b882612f37565b916132c66040519384612f16565b80835260146000908152600080516020615eca833981519152602085015b8383106132f15750505050565b60016020819260405161330881611e0e81896131bd565b8152019201920191906132e4565b356001600160e01b0319811692919060048210613331575050565b6001600160e01b031960049290920360031b82901b16169150565b91909392938460201161040857813590856024116104085763ffffffff602084013560e01c1693846024019182602411610a6657806004116104085763ffffffff823560e01c16908160040180600411610a665760009282821161342f576133b8906004860188613d03565b936133c960ff602087015116613fb2565b156134035790826133da9392613142565b989093116134005750612fbb95966024926133f59285614e0c565b939092950194614b61565b80fd5b8a98506134279650612fbb999a95945061341f93508290613142565b959094613142565b929091613fcc565b8380fd5b9060405161344081612ee0565b91546001600160a01b038116835260a081901c60ff16602084015260a81c6001600160401b03166040830152565b6001600160401b036001911601906001600160401b038211610a6657565b906001600160401b03809116911601906001600160401b038211610a6657565b7f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152600435602082015260e0810191906024356001600160a01b0381169081900361040857604082015260443560ff81168091036104085760608201526064356001600160a01b038116908190036104085760808201526084356001600160401b0381168091036104085760a082015260a435906001600160401b0382168092036104085760c00152565b60a4356001600160401b03811681036104085790565b6084356001600160401b03811681036104085790565b6024356001600160a01b03811681036104085790565b6064356001600160a01b03811681036104085790565b60443560ff811681036104085790565b906040516135cd81612efb565b602060ff6001839580548552015416910152565b908060209392818452848401376000828201840152601f01601f1916010190565b929061361b90612fbb95936040865260408601916135e1565b9260208185039101526135e1565b6040519061363682612ee0565b600e548252600f5460ff8116602084015260081c64ffffffffff166040830152565b6040519061366582612ee0565b601054825260115460ff8116602084015260081c64ffffffffff166040830152565b60005b82811061369657505050565b60008282015560010161368a565b906136ae9161451b565b600052600560205260ff60406000205460a01c166136cb81613fb2565b613702576136d7613783565b6136fc5715806136f1575b156136ec57600390565b600090565b5060095415156136e2565b50600290565b50600190565b602081519101209060208151910120604051916020830193601960f81b85523060601b60228501524660368501526001600160401b0360c01b9060c01b166056840152605e830152607e820152607e81526130dd609e82612f16565b60095481101561309557600960005260206000209060011b0190600090565b600d5460ff8160501c16908115613798575090565b64ffffffffff168015159150816137ad575090565b6137e291506001600160401b037f000000000000000000000000000000000000000000000000000000000000000016906130e3565b421190565b6137f26113a9613629565b1561383357600e905b60ff60016040519361380c85612ee0565b8054855201549264ffffffffff6020820194838116865260081c1660408201525192511690565b61383e6113a9613658565b1561384c5760105b906137fb565b6012613846565b6001600160a01b0316156139865760ff1660018114158061388a575b6138765750565b630d1dfb5d60e31b60005260045260246000fd5b50600281148061389b575b1561386f565b506020600060066040516573616d706c6560d01b815260025afa1561397a576139756000516040519060208201527fefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf371660408201527f0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a960608201527f60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb660808201527f7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d446229960a082015260a0815261397060c082612f16565b6154f2565b613895565b6040513d6000823e3d90fd5b63140144d560e21b60005260046000fd5b80518210156130955760209160051b010190565b94909193601454936139bc85612f37565b946139ca6040519687612f16565b80865260146000908152600080516020615eca833981519152602088015b838310613bfa5750505050845115613be95760005b8551811015613b3757613a108187613997565b51604051613a1f608082612f16565b604d815260208101907f2f3030303030303030303030303030303030303030303030303030303030303082527f303030303030303030303030303030303030303030303030303030303030303060408201526c302e6a736f6e237b646174617d60981b60608201528a604090815b613af4575050600193926020613ac893613ad8936040519584613ab9889651809287808a019101612e3f565b85019151809385840190612e3f565b010103601f198101835282612f16565b613ae28289613997565b52613aed8188613997565b50016139fd565b600f811690601082101561309557613b30916f181899199a1a9b1b9c1cb0b131b232b360811b901a613b2684866147f8565b5360041c9161450e565b9081613a8d565b509582613b9393606293613bbc996116219899604051988996602088015260ff60f81b9060f81b16604087015260ff60f81b9060f81b16604186015260428501528484013781016000838201520301601f198101835282612f16565b6020604051948594630556f18360e41b865230600487015260a0602487015260a4860190612e87565b8481036003198101604487015260008252632966308f60e01b6064870152601c0160848601520190612e62565b63165f35bb60e21b60005260046000fd5b600160208192604051613c1181611e0e81896131bd565b8152019201920191906139e8565b91613c2d9181959493614809565b600094919450604090613c64613c5d8351613c488582612f16565b60018152603f60f91b6020820152838961486c565b9085613d03565b95613c7560ff602089015116613fb2565b15613cb65782612fbb9792613ca692613c93613cad96519384612f16565b60018352607f60f81b602084015261486c565b9184614e0c565b92919091614b61565b612fbb9650809250614942565b356bffffffffffffffffffffffff19811692919060148210613ce3575050565b6bffffffffffffffffffffffff1960149290920360031b82901b16169150565b9190600060408051613d1481612ee0565b8281528260208201520152826000526005602052613d356040600020613433565b60ff602082015116613fab575090600092600954935b848110613d78575050505050604051613d6381612ee0565b60008152600360208201526000604082015290565b613d8a613d8482613764565b506135c0565b60208101805160051b611fe0166004810192838211610a6657838710613f96576000613dcd613dc4613dbe87868c8e613142565b90613316565b60e01c866130e3565b94858910613f825790613de78660ff969594938b8d613142565b9590945116610100036101008111613f6e5788901c905088831161040857806000613e4960256040518093602082019581875263ffffffff60e01b9060e01b1660218301528a8a848401378a820190838201520301601f198101835282612f16565b519020926000905b808210613ef2575050505103613edd5791613e71858793613e7995614809565b969097613142565b9390939460158214613e92575050600101929192613d4b565b945094505050508160011161040857613eb2600019830160018301613cc3565b60601c91156130955760405191613ec883612ee0565b82523560f81c60208201526000604082015290565b836327239cbf60e11b60005260045260246000fd5b90919360208301808411610a6657612864613f1091858f8690613142565b9060018616613f6157613f48611af891925b6040519283916020830195869091604192600160f81b8352600183015260218201520190565b5190209360011c9160208101809111610a665790613e51565b611af890613f4890613f22565b634e487b7160e01b82526011600452602482fd5b6327239cbf60e11b82526004879052602482fd5b846327239cbf60e11b60005260045260246000fd5b9250505090565b60ff1660018114908115613fc4575090565b600291501490565b9291908301906060848303126104085783356001600160401b0381116104085782613ff8918601612fa0565b936020810135926001600160401b03841684036104085760408201356001600160401b0381116104085761402c9201612fa0565b926001600160401b03831642811061428857610e10420190814211610a665781811161427157505061406561406a939286923691612f69565b613708565b8151604181108015614257575b614243576040198101908111610a665760051c6010811161422f576000906141ac57505b6020820151916060604082015191015160001a92601b841415806141a1575b61418c576fa2a8918ca85bafe22016d0b997e4df60600160ff1b038211614177576040805193845260ff9490941660208085019190915293830152606082015260008080529060809060015afa1561397a576000516001600160a01b038116908115614166576001600160a01b03166000908152600360205260409020541561415257506004601f8251161461414d5790565b614d9e565b635292db3160e01b60005260045260246000fd5b63e11bd3a360e01b60005260046000fd5b50635682f3bf60e01b60005260045260246000fd5b83635d3b7f8160e11b60005260045260246000fd5b50601c8414156140ba565b9293604192915b825184101561421b5782840160200151908181101561420e57604051600160f81b6020820190815260218201929092526041810192909252906141f98160618101611af8565b519020926020810180911161289757926141b3565b611af8906141f990613f22565b9094935061422a9192506130ab565b61409b565b631a77ef7f60e21b60005260045260246000fd5b63058676ad60e31b60005260045260246000fd5b5080604019810111610a6657602060401982081515614077565b63eb9a4cfb60e01b60005260045260245260446000fd5b63fb8bc71f60e01b6000526004524260245260446000fd5b6001600160401b0316801580156142cd575b6142b95750565b635a8f69d560e01b60005260045260246000fd5b508042106142b2565b9060607f50ed630e471441c743419fdc75be9fb0122b945271b48845ecfcaffe43572fb0918360005260056020526143128160406000206130f0565b60018060a01b03815116946001600160401b03604060ff602085015116930151169060405192835260018060a01b031660208301526040820152a3565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f950425af791913732390be4924a2e2e09d39b5ade99baa9cefaecbce30e2c41f60408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a081526143e160c082612f16565b5190209060405190602082019261190160f01b845260228301526042820152604281526130dd606282612f16565b907f6ff677256a481d9463b7db67f1fb52d76e81de8c3ee1b02e348adbac7974830c9161443c8282614754565b61447360405161444b81612ee0565b8281526000604060ff861692836020820152015282600e5560ff1660ff19600f541617600f55565b600f805465ffffffffff00191690556040805191825260ff929092166020820152a1565b9291906144a683838387614fdc565b9384156144b5575b5050505090565b6144bf94506150cd565b388080806144ae565b909392919060ff16600181146144f25760021493846144e8575050505090565b6144bf9450615137565b506144a683838387614fdc565b6000198114610a665760010190565b8015610a66576000190190565b600061452683612f37565b6145336040519182612f16565b838152601f1961454285612f37565b01366020830137600091825b8581108061464c575b156145995780614570614569866144ff565b9585613997565b5261457c818787613177565b3560f81c60010180600111610a6657614594916130e3565b61454e565b95949392909560018101809111610a6657840361463b57805b6145bc5750505050565b6145c59061450e565b946145d08683613997565b519060018201808311610a665761460561460c916145fd6145f38b968a8a613177565b3560f81c826130e3565b908888613142565b3691612f69565b602081519101206040519060208201928352604082015260408152614632606082612f16565b519020956145b2565b63430f13b360e01b60005260046000fd5b506001600160f81b0319614661828888613177565b35161515614557565b6146756113a9613629565b156146c657600e5460125561469960ff600f541660ff1660ff196013541617601355565b600f546013805465ffffffffff00191665ffffffffff009092169190911790555b60006010556000601155565b6146d16113a9613658565b1561471a576010546012556146f560ff6011541660ff1660ff196013541617601355565b6011546013805465ffffffffff00191665ffffffffff009092169190911790556146ba565b565b80511515908161472a575090565b61474e9150604064ffffffffff9101511664ffffffffff600d5460281c16906130e3565b42101590565b1561477b5760ff16601881116147675750565b63930191e360e01b60005260045260246000fd5b63b263ae7360e01b60005260046000fd5b6001600160401b039061479e816142a0565b1662278d008101808211610a665742116147b55750565b63bda55fcf60e01b60005260045260246000fd5b159081156147ea575b506147d957565b63f0352c1b60e01b60005260046000fd5b6018915060ff1611386147d2565b908151811015613095570160200190565b9160005b82811061481d5750505090600090565b60248101808211610a665760208201808311610a66576148556128648261484d613dc4613dbe878a978c8e613142565b95888a613142565b14614860575061480d565b915091612e3b93613142565b91908151906020830191808320906020811060001461493a5760200360208111610a66576001600160fd1b0381168103610a665760031b5b60005b8381106148ba5750505050505090600090565b8087018360068235920135875118841c928260f01c93600685830163ffffffff8282019660d01c160101948a51149081614931575b506148fd575b5050506148a7565b61460583600661490f9301898d613142565b60208151910120146149225783816148f5565b945094505050612e3b93613142565b905015386148ef565b5060006148a4565b9594939291909560608560041160805260805161040857631592ca1b60e31b85356001600160e01b031916146149905750906149819596600092615575565b6004601f8251161461414d5790565b959296949093600490600060805201906003190180602011614b5b5781356020810190818111614ab4576149c961286483838688613142565b956149d387612f37565b966149e16040519889612f16565b8088526149f0601f1991612f37565b016080515b818110614b4b5750506080515b8751811015614acc57838311614ab457614a1e85858189613142565b909190600582901b6001600160fb1b0383168303614ab4576020810190818111614ab457614a5191612864918487613142565b906020820193848311614ab4578f8d8f9280888f96614a86614a8061286460019d614a989c85614a8c99613142565b836130e3565b92613142565b94909360805192615575565b614aa2828b613997565b52614aad818a613997565b5001614a02565b634e487b7160e01b6080515260116004526024608051fd5b50995050505050509291505060405180926040820160208084015281518091526020848401948260051b850101920193608051905b828210614b1e57505050612fbb925003601f198101835282612f16565b91935091602080614b3b600193605f198a82030186528851612e62565b9601920192018593919492614b01565b808c602080938c010152016149f5565b60805180fd5b9594939291906060968660041161040857631592ca1b60e31b86356001600160e01b03191614614b95576149819750615575565b909590946000916003198101602011614d9a5760048201359160208301831161288357614bd16128646020850185600319860160048601613142565b9a614bdb8c612f37565b9b614be96040519d8e612f16565b808d52614bf8601f1991612f37565b018c865b8d838210614d8a5750505050845b8c51811015614d0b57602085018511614cf757614c336003198501602087018160048701613142565b90600583901b6001600160fb1b0384168403614ccf576020810190818111614ce357614c6491612864918585613142565b91602083018311614ccf57928f614cb88f8f8f8f8f8f8a614cc89a60019d6020614ca88d9f95614c9e61286484614cb09901888789613142565b90508286016130e3565b930191613142565b959094615575565b614cc28383613997565b52613997565b5001614c0a565b634e487b7160e01b89526011600452602489fd5b634e487b7160e01b8a52601160045260248afd5b634e487b7160e01b86526011600452602486fd5b509a9997505050509450505050604051928391604083019060208085015282518092526020818501918360051b860101930194905b828210614d5d57505050612fbb925003601f198101835282612f16565b91935091602080614d7a600193605f198a82030186528851612e62565b9601920192018593919492614d40565b6020828194010152018d90614bfc565b8280fd5b80516020820180519092916001600160e01b031982169160048210614dec575b50506001600160e01b031916630556f18360e41b14614ddb575190fd5b6307a19a8f60e01b60005260046000fd5b6001600160e01b031960049290920360031b82901b161690503880614dbe565b9392614e1a919283866158a4565b959396919287819715614fcc578215614fbd57505060268110614fac57806026116104085761ffff602484013560f01c1692836026019081602611610a6657818310614fac578260141161040857803560601c94601c841061040857601482013560c01c6024851061040857614eff906040614eae8b6001600160401b0380601c89013560c01c1693849201511684615d97565b6040519060208201927fbb432768c3a71c714516103429a771261db5be07f8bddc06d586a9ef8a68408984528960408401528a6060840152608083015260a082015260a08152611b0660c082612f16565b97600098858511614fa85760208201519151614f2e93926026860192916001600160a01b03169060ff166144c8565b15614f9a5791614f449181614f68969594613142565b92909160405191614f5483612ee0565b8252600160208301528660408301526158a4565b949390915094919315614f8b57614f7c5750565b63981f4dc560e01b8152600490fd5b63a8bad47960e01b8252600482fd5b62e5a19b60e81b8752600487fd5b8980fd5b63981f4dc560e01b60005260046000fd5b97509550919350600092915050565b62e5a19b60e81b60005260046000fd5b9290604182036150c457816040101561309557604083013560f81c90601b821415806150b9575b801561508e575b6150845782602011610408578335926040116104085761505360009360208096013590604051948594859094939260ff6060936080840197845216602083015260408201520152565b838052039060015afa1561397a576000516001600160a01b0390811691168114908161507d575090565b9050151590565b5050505050600090565b5082604011610408576fa2a8918ca85bafe22016d0b997e4df60600160ff1b0360208501351161500a565b50601c821415615003565b50505050600090565b92909192803b156150c45760209261510e6000936117d460405197889288840195630b135d3f60e11b875260248501526040604485015260648401916135e1565b829451915afa615125575b630b135d3f60e11b1490565b601f3d11156151195750600051615119565b9190939293608285106154e95784604011610408576151566040612f4e565b926151646040519485612f16565b60408085528301936020810136861161040857604085823760006060830152905190206001600160a01b039081169116036154e95784608011610408577f7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a86060830135116154e957846082116104085761ffff608083013560f01c16908160820180608211610a665760a7811080156154e0575b6154d5576000968082116154d157615211918186613142565b9183602010156154bd5760a2850135600160f81b16159081156152f0575b506152e9578682602092829460405192839283378101838152039060025afa156152dd57615294602092825161528385806040518094828201968060828d0189378201908382015203018084520182612f16565b604051928392839251928391612e3f565b8101039060025afa156152d257926040612fbb939481835194815195602087015281860137608084013760c082015260a0815261397060c082612f16565b6040513d85823e3d90fd5b604051903d90823e3d90fd5b5050505050565b9050604051615300606082612f16565b604081527f4142434445464748494a4b4c4d4e4f505152535455565758595a61626364656660208201527f6768696a6b6c6d6e6f707172737475767778797a303132333435363738392d5f60408201526040519161535f606084612f16565b602b8352602083019160403684378a5b602a8110615463575061538e90603f60ff60f81b9360021b16906147f8565b5116891a8251602a101561544f57604a83015361540c6001604460405180946153f160208301977f7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6789526332911d1160e11b604085015251809285850190612e3f565b8101601160f91b838201520301601e19810184520182612f16565b805191828510159283615424575b505050153861522f565b90919250848111614fa85761543b90369085612f69565b60208151910120915190201438808061541a565b634e487b7160e01b8a52603260045260248afd5b806006026006810482036154a95760fa0360fa81116154a95790600191615494603f8660ff60f81b931c16856147f8565b51168d1a6154a282886147f8565b530161536f565b634e487b7160e01b8d52601160045260248dfd5b634e487b7160e01b88526032600452602488fd5b8780fd5b506000955050505050565b508087106151f8565b50600093505050565b600080916020815191016101005afa3d1561556e573d61551181612f4e565b9061551f6040519283612f16565b81523d6000602083013e5b81615562575b81615539575090565b6001915060208151910151906020811061555257501490565b6000199060200360031b1b161490565b80516020149150615530565b606061552a565b919294959395606095856004116104085763ffffffff60e01b823516946000926004810197600319810199631d9dabef60e11b891461581657506378e5bf0360e11b8814615764576332f111d760e01b881461571757631674750f60e21b881461564757505050505063bc1c58d160e01b83146155f7575050612fbb93615c87565b91509161562d9361560b91612fbb96615bea565b604051600360f81b60208201526001815291615628602184612f16565b61486c565b6040805160208082015293928492611af8928401916135e1565b939a9961565b939992989195969750615bea565b810190604081830360031901126154d1576024810135906001600160401b0382116157135760219798949260046156d19593615698930101612fa0565b9161562860405198898095600160f91b60208301526156c08151809260208686019101612e3f565b81010301601f198101855284612f16565b915081615705575050916156e891612fbb9361486c565b9190915b611af860405193849260208085015260408401916135e1565b9350612fbb925090506156ec565b8880fd5b509550505096959461572c9194819396615bea565b60401161576057602490615744949550013591615c3d565b9050604051901515602082015260208152612fbb604082612f16565b8480fd5b509550505095946157789194819396615bea565b60401161342f57602401359250615790838284615c3d565b92909383603c82149182156157ed575b501590816157e5575b506157ce575b5050612fbb90611af860405193849260208085015260408401916135e1565b612fbb93506157dd9250615c11565b9091386157af565b9050386157a9565b90915063800000008110159081615807575b5090386157a0565b63ffffffff91501115386157ff565b999598949a935050505061582b939450615bea565b615837603c8383615c3d565b92909183158061589c575b615887575b50506014820361587f5761585c929350613cc3565b901c5b6040519060018060a01b0316602082015260208152612fbb604082612f16565b50505061585f565b9091506158949250615c11565b903880615847565b506001615842565b9392909260168210614fac5781601211610408576016601084013560f01c81810194918510610a665783601611610408576158e6601283013560e01c866130e3565b95868510614fac576158fa87878786613142565b959096879961590c83899b8189613142565b999099988460081161040857873560c01c9160108610610408576001600160401b0360088a013560c01c1691615950836001600160401b0360408b01511686615d97565b6140008111615bd95790600682049061598161596b83612f37565b926159796040519485612f16565b808452612f37565b602083019290601f190136843760009384928381855b848310615a685750505050505260405190602082019283919060005b818110615a5257505050906159d881615a2b979695949303601f198101835282612f16565b519020906040519260208401947f418a75ef1cb5a67b2f4c1b0cd2e12d0fa75fa63d6b9ca7587810d192a2c233b9865260408501526060840152608083015260a082015260a08152611b0660c082612f16565b9160ff6020850151169360018060a01b039051169111610408576016612fbb9501926144c8565b82518452602093840193909201916001016159b3565b909192939495506006830192838111610a6657858411615bd95760028101808211610a6657615abf615a9c82848a88613142565b6001600160f01b031991359182169160028210615bb9575b505060f01c866130e3565b91615add615ad4613dbe886000958c8a613142565b60e01c846130e3565b95888711615baa57615af484615aff928b89613142565b989080968a92615e0e565b15615b97575050615b2761460585615b18368987612f69565b60208151910120938987613142565b602081519101206040519060208201927f0b65153a4cec9efd565de641e933febc63495fc8bcd414666352f395a947d15684526040830152606082015260608152615b73608082612f16565b519020615b89615b828a6144ff565b9988613997565b529291908795949392615997565b6304b90ff960e51b825260045260249150fd5b632f985a4560e01b8352600483fd5b6001600160f01b031960029290920360031b82901b161690503880615ab4565b632f985a4560e01b60005260046000fd5b916020116104085735908103615bfd5750565b636796432560e01b60005260045260246000fd5b604051600160f81b6020820152600160ff1b602182015260058152612e3b929091615628602584612f16565b919063ffffffff8211615c7f57604051600160f81b602082015260e09290921b6001600160e01b031916602183015260058252612e3b92615628602584612f16565b505090600090565b6001600160e01b0319909116929091600063691f343160e01b8503615cd25750612fbb9293506040516020808201526000604082015260408152615ccc606082612f16565b93615bea565b63c869023360e01b8503615d075750612fbb929350604051600060208201526000604082015260408152615ccc606082612f16565b631101d5ab60e11b8503615d425750612fbb929350604051600060208201526040808201526000606082015260608152615ccc608082612f16565b6304928c6760e21b8503615d6e57612fbb93945060405190602082015260208152615ccc604082612f16565b5050505060405190637b1c461b60e01b6020830152602482015260248152612fbb604482612f16565b6001600160401b038092169182911610615dfa5750615db4613783565b15615deb576001600160401b0364ffffffffff600d5416915b16908110615dd85750565b62bd8e3760e81b60005260045260246000fd5b6001600160401b034291615dcd565b634a19c08560e11b60005260045260246000fd5b91908381109384600014615ea257815b60005b838110615e315750505050505090565b60208101808211610a665784811015615e9b575b615e63612864615e5a6128648486888d613142565b9284878a613142565b90818103615e8f5750506020810180911115615e2157634e487b7160e01b600052601160045260246000fd5b10979650505050505050565b5083615e45565b8091615e1e56fe55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec475ce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec' as const
export const bynameResolverDeployedBytecode = '0x60a080604052600436101561001357600080fd5b60003560e01c90816301ffc9a714612d01575080630349f9d114612ca5578063054f7d9c14612c7f5780630e316ab714612b575780631a16459914612b395780631cd61c0414612afe5780631d14384814612ad55780631eefddb114612a9157806320d542ac146129a557806328ae65721461293b57806329476d8a146128fe5780632966308f146126bf5780632ba2a665146126a25780632c73dc4a14612686578063382eccbe146126695780633ca3f78b146126485780634651683d1461258757806346f0975a146124bb57806347b456521461249d5780634eff3fc4146123d9578063550acbe4146123af57806355cc4e5714612338578063582de3e7146122fe5780635c1223de146122e0578063659a40c81461228f5780636a42b8f8146122675780636b7d40eb146122405780636c5e47c7146121e45780636cc895a914611f5457806379ba509714611ec55780637c39601d14611e955780637df73e2714611e5a57806385d7f5d314611e23578063895f1df314610f935780638a596ebe14611d4c5780638b6b9b7a146119d85780638cc5ce47146119015780638da5cb5b146118d85780639061b9231461150f57806395797e62146113db5780639af338f61461121a5780639c94e6c6146111d6578063a0633e3d14610f98578063a27154ba14610f93578063ac3ec96d14610f31578063af58bd1d14610eba578063b2312bdf14610e86578063b68f422b14610d7f578063c346bd1a14610acc578063d3a7b7d314610aa7578063d3fb73b414610a7c578063d8c65cba14610903578063e095cfd4146108ce578063e30c3978146108a5578063e4aba8cb1461079d578063e7ec11de14610778578063e9b771a7146106f7578063eb12d61e146105f8578063ed57d29414610584578063f2fde38b1461050f578063f310b985146104e1578063f4d4d2f8146104ac578063f5c569c91461040d5763f8388050146102df57600080fd5b34610408576040366003190112610408576004356102fb612db2565b6000546001600160a01b031633036103f35761031781836147c9565b60095491601083146103e25760405161032f81612efb565b818152602081019360ff84168552600160401b8110156103cc578060016103599201600955613764565b9190916103b6575181559251600193909301805460ff191660ff948516179055604080519182529190921660208301527f58685895aa25de1301d2ff060156552f911589a3482904f09c87e933532dc0d69190819081015b0390a1005b634e487b7160e01b600052600060045260246000fd5b634e487b7160e01b600052604160045260246000fd5b6303ac9a9360e51b60005260046000fd5b63245aecd360e01b6000523360045260246000fd5b600080fd5b3461040857604036600319011261040857610426612db2565b6000546001600160a01b031633036103f35760ff600d5460501c1661049b576104519060043561440f565b600d80546aff0000000000ffffffffff19164264ffffffffff1617600160501b1790557fa8cab3d1893ed53071b052fafa843143492f25d1d6b0170d460789f7ab1954be600080a1005b632944b29f60e11b60005260046000fd5b34610408576104dd6104c96104c036612def565b92919091613fcc565b604051918291602083526020830190612e62565b0390f35b34610408576000366003190112610408576104fa6137e7565b6040805192835260ff91909116602083015290f35b3461040857602036600319011261040857610528612d9c565b6000546001600160a01b031690338290036103f357600180546001600160a01b0319166001600160a01b03929092169182179055907f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700600080a3005b34610408576020366003190112610408576004356001600160401b038111610408576105b4903690600401612dc2565b50506105be613783565b156105e8576104dd6105ce6132ab565b604051918291308352604060208401526040830190612e87565b6104dd6105f3613240565b6105ce565b3461040857602036600319011261040857610611612d9c565b6000546001600160a01b031633036103f3576001600160a01b0381169081156106e6576001600160a01b0381166000908152600360205260409020546106d15760025490600160401b8210156103cc57610674826001610698940160025561307a565b81546001600160a01b0393841660039290921b91821b9390911b1916919091179055565b6002548160005260036020526040600020557f47d1c22a25bb3a5d4e481b9b1e6944c2eade3181a0a20b495ed61d35b5323f24600080a2005b5063f9315a7760e01b60005260045260246000fd5b63e5c48ac560e01b60005260046000fd5b34610408576000366003190112610408576000546001600160a01b031633036103f357600d5460ff8160501c1661049b5764ffffffffff1916600d556000600e556000600f5560006010556000601155600060125560006013557f939e290b8b6ede22e083fd5f986fc628beb58a1b17d9d8641aacc877ae3b4f08600080a1005b34610408576000366003190112610408576020610793613783565b6040519015158152f35b34610408576040366003190112610408576004356107b9612db2565b6000549091906001600160a01b031633036103f3577f0000000000000000000000000000000000000000000000000000000000000000906001600160401b0382161561089457826001600160401b0361086d6060946108397fed731d67499c442b3a5fd2701bacb8bf8d6365f11447e3fed8260be8ed73142a97866147c9565b60ff6040519461084886612efb565b868652166020909401849052600a859055600b805460ff19168517905542831661348c565b1690816001600160401b0319600c541617600c5560405192835260208301526040820152a1005b63157bd4c360e01b60005260046000fd5b34610408576000366003190112610408576001546040516001600160a01b039091168152602090f35b3461040857602036600319011261040857600435600052600860205260206001600160401b0360406000205416604051908152f35b34610408576000366003190112610408576000546001600160a01b031633036103f357600c5461093b6001600160401b03821661478c565b6001600160401b031916600c556009546000600955806109e7575b50600954600160401b8110156103cc578060016109769201600955613764565b6103b657600a81036109c6575b600a54600b546040805192835260ff90911660208301527ff48a0d7c4b8940fcea2ee56a00d8906419b3dfe4f4aac1c16eb04d232e16350c9190819081016103b1565b600a54815560ff600181600b54169201911660ff1982541617905580610983565b600181901b906001600160ff1b03811603610a6657600960005260005b818110610a115750610956565b6002906000817f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af015560007f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7b082015501610a04565b634e487b7160e01b600052601160045260246000fd5b3461040857600036600319011261040857600c546040805191901c6001600160a01b03168152602090f35b3461040857600036600319011261040857602064ffffffffff600d5416604051908152f35b3461040857610ada36612fbe565b6000546001600160a01b031633036103f3578051600160401b81116103cc578060165481601655808210610ce3575b5050602082019060166000527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289916000905b828210610bb6577f7b2835fb2f35fbd920254f490fc91ba092c58395320df83f6f3efefa8e5835bb610b988660406000610ba6825193610b7b8486612f16565b600185528260208601528351958695608087526080870190612e62565b908582036020870152612e87565b91830152600060608301520390a1005b80518051906001600160401b0382116103cc57610bd38654613183565b601f8111610c9d575b50602090601f8311600114610c305792610c1683600195946020948796600092610c25575b50508160011b916000199060031b1c19161790565b87555b01940191019092610b3b565b015190508b80610c01565b90601f1983169187600052816000209260005b818110610c855750936020936001969387969383889510610c6c575b505050811b018755610c19565b015160001960f88460031b161c191690558a8080610c5f565b92936020600181928786015181550195019301610c43565b82811115610bdc57610cd49087600052602060002090601f850160051c9060208610610cda575b601f82910160051c039101613687565b87610bdc565b60009150610cc4565b60166000520360005b818110610cfb57829150610b09565b807fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289600192850101610d2d8154613183565b9081610d3c575b505001610cec565b81601f600093118514610d535750555b8580610d34565b81835260208320610d6f91601f0160051c841901908601613687565b8082528160208120915555610d4c565b3461040857602036600319011261040857600054600435906001600160a01b031633036103f357806000526008602052610dc66001600160401b036040600020541661478c565b6000818152600860209081526040808320805467ffffffffffffffff19169055600782528083208390556006825280832080546001600160a01b03191690556005909152902054610e5f90610e269060a81c6001600160401b031661346e565b6001600160401b0360405191610e3b83612ee0565b600083526003602084015216604082015282600052600560205260406000206130f0565b7f0e5af6f981c13a6698fe2cd9b92deef9ec492345d0ffe56b0c7b9820d93d675b600080a2005b34610408576020366003190112610408576004356000526006602052602060018060a01b0360406000205416604051908152f35b34610408576060366003190112610408576004356001600160401b03811161040857610eea903690600401612fa0565b6024356001600160401b03811161040857610f09903690600401612fa0565b906044356001600160401b038116810361040857602092610f2992613708565b604051908152f35b34610408576020366003190112610408576004356001600160401b03811161040857610f64610f6a913690600401612dc2565b906136a4565b6040516004821015610f7d576020918152f35b634e487b7160e01b600052602160045260246000fd5b61305e565b3461040857610fa636612fbe565b6000546001600160a01b031633036103f3578051600160401b81116103cc57806014548160145580821061114c575b505060208201906014600052600080516020615eca833981519152916000905b828210611035577ff55ab94de79724616fc818a83613691c8669f0315c5dbb028aca0b838550e4676103b186604051918291602083526020830190612e87565b80518051906001600160401b0382116103cc576110528654613183565b601f8111611110575b50602090601f83116001146110a3579261109483600195946020948796600092610c255750508160011b916000199060031b1c19161790565b87555b01940191019092610ff5565b90601f1983169187600052816000209260005b8181106110f857509360209360019693879693838895106110df575b505050811b018755611097565b015160001960f88460031b161c191690558a80806110d2565b929360206001819287860151815501950193016110b6565b8281111561105b576111469087600052602060002090601f850160051c9060208610610cda57601f82910160051c039101613687565b8761105b565b60146000520360005b81811061116457829150610fd5565b80600080516020615eca8339815191526001928501016111848154613183565b9081611193575b505001611155565b81601f6000931185146111aa5750555b858061118b565b818352602083206111c691601f0160051c841901908601613687565b80825281602081209155556111a3565b346104085760003660031901126104085760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b3461040857608036600319011261040857600435611236612db2565b606435906001600160401b03821680920361040857600c5460401c6001600160a01b031633036113c657600d549060ff8260501c1661049b577f65ceb3fe53030e358d3eaa0720f2e75992e9b01b0d088c22ff6e9230ee7526799260609261129e8387614754565b600e5486148015906113b4575b6112e1575b5064ffffffffff421664ffffffffff19600d541617600d5560ff6040519216825260443560208301526040820152a2005b60281c64ffffffffff16611356575b61135064ffffffffff421661133160405161130a81612ee0565b88815282604060ff881692836020820152015288600e5560ff1660ff19600f541617600f55565b65ffffffffff00600f549160081b169065ffffffffff00191617600f55565b856112b0565b61135e61466a565b601054158061139d575b156112f057600e54601055600f546011805465ffffffffffff191660ff83161765ffffffffff009092169190911790556112f0565b506113ae6113a9613629565b61471c565b15611368565b5060ff600f541660ff841614156112ab565b635154299560e11b6000523360045260246000fd5b34610408576040366003190112610408576113f4612d9c565b6024359064ffffffffff821691828103610408576000546001600160a01b031633036103f35762278d0083116114fa57907fb272398a7c0542286c34c8bf32e8f559b2c352004bc94bf103f66640bffce18c9260409261145261466a565b600c546001600160a01b038481169491861c1684036114d2575b600c805468010000000000000000600160e01b03191691861b68010000000000000000600160e01b0316919091179055600d805469ffffffffff0000000000191660289290921b69ffffffffff00000000001691909117905582519182526020820152a1005b600060105560006011556114e76113a9613629565b61146c576000600e556000600f5561146c565b82636b879bf760e01b60005260045260246000fd5b346104085761151d36612def565b9261152b838294939461451b565b90611534613783565b6118c657604051946020860191639061b92360e01b835261156d8761155f8489898660248601613602565b03601f198101895288612f16565b83600052600560205260ff60406000205460a01c1661158b81613fb2565b6117a1571580611796575b6116535786604051630556f18360e41b815260a4810130600483015260a0602483015260155480915260c4820160c060048360051b850101019160156000526020600020916000905b828210611625578585036003190160448701528580611621896116028982612e62565b631e9a9a5f60e31b606485015283810360031901608485015290612e62565b0390fd5b9091929360206001611645819360bf196003198b830301018652886131bd565b9601920192019092916115df565b6116d893926116c8836116928a946116846044978c6040519c8d94632967da4b60e11b602087015260248601613602565b03601f1981018a5289612f16565b80604051998a97602089015263ffffffff60e01b8260e01b16604089015286880137850191848301936000855251938491612e3f565b010103601f198101845283612f16565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615eaa833981519152929186015b8282106117685786860360031901604488015286806116218a6117498a8a612e62565b631c17665f60e11b606485015283810360031901608485015290612e62565b9091929460206001611788819360bf196003198c830301018652896131bd565b970192019201909291611726565b506009541515611596565b5061180860408588946117e2896117d4855197889263746be77160e01b60208501526020602485015260448401916135e1565b03601f198101875286612f16565b80835196879360208501528484013781016000838201520301601f198101845283612f16565b604051630556f18360e41b815230600482015260a060248201526015805460a483018190526000918252919260c4600584901b85018101939192600080516020615eaa833981519152929186015b8282106118985786860360031901604488015286806116218a6118798a8a612e62565b630cb3481960e31b606485015283810360031901608485015290612e62565b90919294602060016118b8819360bf196003198c830301018652896131bd565b970192019201909291611856565b5090506118d16137e7565b80916139ab565b34610408576000366003190112610408576000546040516001600160a01b039091168152602090f35b346104085760003660031901126104085760095461191e81612f37565b9061192c6040519283612f16565b80825260208201908160096000527f6e1540171b6c0c960b71a7020d9f60077f6af931a8bbf590da0223dacf75c7af6000915b8383106119ba5784866040519182916020830190602084525180915260408301919060005b818110611992575050500390f35b82518051855260209081015160ff168186015286955060409094019390920191600101611984565b600260206001926119ca856135c0565b81520192019201919061195f565b3461040857366003190161012081126104085760c0136104085760c4356001600160401b03811161040857611a11903690600401612dc2565b9060e4356001600160401b03811161040857611a31903690600401612dc2565b929091610104356001600160401b03811161040857611a54903690600401612dc2565b611a5f959195613558565b6001600160401b0342911610611d2757611a7d906004359687613d03565b611a8561356e565b6001600160401b03604083019181835116918291161115611d1357506001600160401b0365040000000000915116016001600160401b038111610a66576001600160401b039081611ad461356e565b91169182911611611cff5750611b0e6040516020810190611b0681611af8846134ac565b03601f198101835282612f16565b51902061434f565b916020820195611b2160ff885116613fb2565b15611c6357505060ff611b6095600382611b396135b0565b161480611c4b575b80611c33575b15611c15575b5191516001600160a01b031691166144c8565b15611c0457611c02905b80600052600760205260006040812055611b8261359a565b600082815260066020526040902080546001600160a01b0319166001600160a01b03909216919091179055611bb5613584565b6001600160401b03611bc56135b0565b60ff611bcf61356e565b9160405194611bdd86612ee0565b6001600160a01b03168552166020840152166040820152611bfc61359a565b916142d6565b005b63ea8e4eb560e01b60005260046000fd5b611c2e611c20613584565b611c286135b0565b90613853565b611b4d565b506001600160a01b03611c4461359a565b1615611b47565b506001600160a01b03611c5c613584565b1615611b41565b93929550939050611c75611c20613584565b6004546001600160a01b03168015929086908415611ceb575b50505050611c0457611cb092611ca26135b0565b611caa613584565b906144c8565b15611cda5780611c0291600052600860205260406000206001600160401b03198154169055611b6a565b631d75040560e31b60005260046000fd5b611cf59450614497565b1585808581611c8e565b631f8e6dfd60e31b60005260045260246000fd5b63c713f8ad60e01b60005260045260246000fd5b6001600160401b03611d37613558565b6323fb16c960e11b6000521660045260246000fd5b34610408576020366003190112610408576004356001600160401b03811161040857611d7c903690600401612dc2565b5050601654611d8a81612f37565b90611d986040519283612f16565b808252601660009081527fd833147d7dc355ba459fc788f669e58cfaf9dc25ddcd0702e87d69c7b5124289602084015b838310611df75760405160608082528190611de590820188612e87565b60006020830152600060408301520390f35b600160208192604051611e1581611e0e81896131bd565b0382612f16565b815201920192019190611dc8565b3461040857604036600319011261040857611e3c612db2565b6000546001600160a01b031633036103f357611c029060043561440f565b34610408576020366003190112610408576020610793611e78612d9c565b6001600160a01b0316600090815260036020526040902054151590565b34610408576000366003190112610408576104dd611eb16132ab565b604051918291602083526020830190612e87565b34610408576000366003190112610408576001546001600160a01b03163303611f3f57600180546001600160a01b0319169055600080549033906001600160a01b038316907f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09080a36001600160a01b0319163317600055005b63a09b9a4360e01b6000523360045260246000fd5b3461040857611f6236612fbe565b6000546001600160a01b031633036103f3578051156121d35760005b8151811015611fb457611f918183613997565b515115611fa057600101611f7e565b63a75ae56d60e01b60005260045260246000fd5b508051600160401b81116103cc578060155481601555808210612149575b505060208201906015600052600080516020615eaa833981519152916000905b828210612032577f698ec4bf77690368abfaca0b66e51916585a0ca8b23e7925844ea841a4e7a5036103b186604051918291602083526020830190612e87565b80518051906001600160401b0382116103cc5761204f8654613183565b601f811161210d575b50602090601f83116001146120a0579261209183600195946020948796600092610c255750508160011b916000199060031b1c19161790565b87555b01940191019092611ff2565b90601f1983169187600052816000209260005b8181106120f557509360209360019693879693838895106120dc575b505050811b018755612094565b015160001960f88460031b161c191690558a80806120cf565b929360206001819287860151815501950193016120b3565b82811115612058576121439087600052602060002090601f850160051c9060208610610cda57601f82910160051c039101613687565b87612058565b60156000520360005b81811061216157829150611fd2565b80600080516020615eaa8339815191526001928501016121818154613183565b9081612190575b505001612152565b81601f6000931185146121a75750555b8580612188565b818352602083206121c391601f0160051c841901908601613687565b80825281602081209155556121a0565b6323b0ed8560e21b60005260046000fd5b34610408576020366003190112610408576004356000908152600760209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b346104085760003660031901126104085760206001600160401b03600c5416604051908152f35b3461040857600036600319011261040857602064ffffffffff600d5460281c16604051908152f35b346104085761229d36612def565b80602011610408576104dd9360206122d06104c99585359384600052600584526122ca6040600020613433565b85614e0c565b93909295601f1901960194614b61565b3461040857600036600319011261040857602060405162278d008152f35b346104085760203660031901126104085760043563ffffffff60e01b8116809103610408576040516312d6c5b760e31b9091148152602090f35b3461040857602036600319011261040857612351612d9c565b6000546001600160a01b031633036103f357600480546001600160a01b0319166001600160a01b0390921691821790556040519081527fcad349a575b7a312fc947b899cb436e2fde2cde8be518bf412258b1d7836a54e90602090a1005b346104085760c0366003190112610408576020610f2960405182810190611b0681611af8846134ac565b3461040857602036600319011261040857600054600435906001600160a01b031633036103f3577f00000000000000000000000000000000000000000000000000000000000000006001600160401b0381161561089457612443906001600160401b03421661348c565b600082815260086020908152604091829020805467ffffffffffffffff19166001600160401b0394909416938417905590519182527ffa2b73ea1e099045393cc3b6ecacff4a5ad55ac07ee72d379d9f665e3b9c22b491a2005b346104085760003660031901126104085760206040516203f4808152f35b34610408576000366003190112610408576040518060206002549283815201809260026000527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace9060005b818110612568575050508161251c910382612f16565b6040519182916020830190602084525180915260408301919060005b818110612546575050500390f35b82516001600160a01b0316845285945060209384019390920191600101612538565b82546001600160a01b0316845260209093019260019283019201612506565b3461040857602036600319011261040857611c026004358060005260076020526125b46040600020613433565b6125ca6001600160401b036040830151166142a0565b816000526007602052600060408120556001600160401b0360ff602060018060a01b03845116930151168360005260056020526126108260406000205460a81c1661346e565b906040519361261e85612ee0565b8452602084015216604082015281600052600660205260018060a01b0360406000205416916142d6565b34610408576000366003190112610408576020604051650400000000008152f35b34610408576104dd6104c961267d36612def565b9291909161334c565b34610408576000366003190112610408576104dd611eb1613240565b34610408576000366003190112610408576020604051610e108152f35b34610408576126cd36612def565b916126d9939193613783565b156128ed5782602011610408578335918360421161040857602285013592600090604287019560411981019781602110156128d9576021810135916001600160f81b0319831661278357505050806040516020810190848252868660218301376021878201818101879052829003600181018352612758910182612f16565b51902003612770576104dd6104c98888888888613c1f565b6355755e1760e11b825260045260249150fd5b6020969295939610156128d9576020013560f81c9360f81c94806040516020810190600160f81b82528486602183013760218582018181018990528290036001810183526127d2910182612f16565b519020036128c7575060078516806128bf575060ff60085b16946020861b82036128ab578590039460ff86116128835784610100036101008111612897578761282160019260ff8a16906130e3565b1c911b9060001982019182116128975716600581901b92906001600160fb1b0381160361288357602083019384841161286f57509161286a939161286493613142565b9061315a565b6139ab565b634e487b7160e01b81526011600452602490fd5b634e487b7160e01b84526011600452602484fd5b634e487b7160e01b85526011600452602485fd5b63525c399f60e11b84526004829052602484fd5b60ff906127ea565b6355755e1760e11b8452600452602483fd5b634e487b7160e01b84526032600452602484fd5b63c274dea760e01b60005260046000fd5b34610408576020366003190112610408576004356001600160401b0381116104085761292e903690600401612dc2565b5050602060405160018152f35b3461040857602036600319011261040857600054600435906001600160a01b031633036103f35780600052600860205260406000206001600160401b031981541690557f7db96c621adff3af2add68e16d4205350c328edb4565826d282586e0bbd03499600080a2005b34610408576060366003190112610408576024356001600160a01b0381169060043590828103610408576044359060ff821691828103610408576000848152600660205260409020546001600160a01b03163303612a7c57612a0691613853565b6203f4804201804211610a66577f539864497ea134bd43d262b3bafa270efc62a467dc6be7b9d31553bede975b2f916001600160401b0360409216612a6f8351612a4f81612ee0565b8781528360208201528285820152866000526007602052846000206130f0565b82519182526020820152a3005b631945d95360e11b6000523360045260246000fd5b346104085760003660031901126104085760206040516001600160401b037f0000000000000000000000000000000000000000000000000000000000000000168152f35b34610408576000366003190112610408576004546040516001600160a01b039091168152602090f35b346104085760003660031901126104085760206040517f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152f35b34610408576020366003190112610408576020610f296004356130ab565b3461040857602036600319011261040857612b70612d9c565b6000546001600160a01b031633036103f3576001600160a01b03166000818152600360205260409020548015612c6a576002546000198101908111610a6657612bb89061307a565b905460039190911b1c6001600160a01b03166000198201828111610a665781610674612be39261307a565b60005260036020526040600020556002548015612c545760001901612c078161307a565b81549060018060a01b039060031b1b19169055600255806000526003602052600060408120557f3525e22824a8a7df2c9a6029941c824cf95b6447f1e13d5128fd3826d35afe8b600080a2005b634e487b7160e01b600052603160045260246000fd5b50632a6edb2b60e01b60005260045260246000fd5b3461040857600036600319011261040857602060ff600d5460501c166040519015158152f35b34610408576020366003190112610408576004356000908152600560209081526040918290205482516001600160a01b038216815260a082901c60ff169281019290925260a81c6001600160401b031691810191909152606090f35b34610408576020366003190112610408576004359063ffffffff60e01b8216809203610408576020916301ffc9a760e01b8114908115612d8b575b8115612d7a575b8115612d69575b8115612d58575b5015158152f35b633b55f4a560e21b14905083612d51565b63452cb75f60e11b81149150612d4a565b639061b92360e01b81149150612d43565b63582de3e760e01b81149150612d3c565b600435906001600160a01b038216820361040857565b6024359060ff8216820361040857565b9181601f84011215610408578235916001600160401b038311610408576020838186019501011161040857565b6040600319820112610408576004356001600160401b0381116104085781612e1991600401612dc2565b92909291602435906001600160401b03821161040857612e3b91600401612dc2565b9091565b60005b838110612e525750506000910152565b8181015183820152602001612e42565b90602091612e7b81518092818552858086019101612e3f565b601f01601f1916010190565b9080602083519182815201916020808360051b8301019401926000915b838310612eb357505050505090565b9091929394602080612ed1600193601f198682030187528951612e62565b97019301930191939290612ea4565b606081019081106001600160401b038211176103cc57604052565b604081019081106001600160401b038211176103cc57604052565b90601f801991011681019081106001600160401b038211176103cc57604052565b6001600160401b0381116103cc5760051b60200190565b6001600160401b0381116103cc57601f01601f191660200190565b929192612f7582612f4e565b91612f836040519384612f16565b829481845281830111610408578281602093846000960137010152565b9080601f8301121561040857816020612fbb93359101612f69565b90565b602060031982011261040857600435906001600160401b0382116104085780602383011215610408578160040135612ff581612f37565b926130036040519485612f16565b8184526024602085019260051b820101918383116104085760248201905b83821061303057505050505090565b81356001600160401b038111610408576020916130538760248594880101612fa0565b815201910190613021565b3461040857600036600319011261040857602060405160108152f35b60025481101561309557600260005260206000200190600090565b634e487b7160e01b600052603260045260246000fd5b6040516020810191601960f81b83523060601b60228301524660368301526056820152605681526130dd607682612f16565b51902090565b91908201809211610a6657565b81518154602084015160409094015167ffffffffffffffff60a81b60a89190911b1660ff60a01b60a09590951b949094166001600160a01b039092166001600160e81b03199091161717919091179055565b90939293848311610408578411610408578101920390565b359060208110613168575090565b6000199060200360031b1b1690565b90821015613095570190565b90600182811c921680156131b3575b602083101461319d57565b634e487b7160e01b600052602260045260246000fd5b91607f1691613192565b600092918154916131cd83613183565b808352926001811690811561322357506001146131e957505050565b60009081526020812093945091925b838310613209575060209250010190565b6001816020929493945483858701015201910191906131f8565b915050602093945060ff929192191683830152151560051b010190565b6015549061324d82612f37565b9161325b6040519384612f16565b80835260156000908152600080516020615eaa833981519152602085015b8383106132865750505050565b60016020819260405161329d81611e0e81896131bd565b815201920192019190613279565b601454906132b882612f37565b916132c66040519384612f16565b80835260146000908152600080516020615eca833981519152602085015b8383106132f15750505050565b60016020819260405161330881611e0e81896131bd565b8152019201920191906132e4565b356001600160e01b0319811692919060048210613331575050565b6001600160e01b031960049290920360031b82901b16169150565b91909392938460201161040857813590856024116104085763ffffffff602084013560e01c1693846024019182602411610a6657806004116104085763ffffffff823560e01c16908160040180600411610a665760009282821161342f576133b8906004860188613d03565b936133c960ff602087015116613fb2565b156134035790826133da9392613142565b989093116134005750612fbb95966024926133f59285614e0c565b939092950194614b61565b80fd5b8a98506134279650612fbb999a95945061341f93508290613142565b959094613142565b929091613fcc565b8380fd5b9060405161344081612ee0565b91546001600160a01b038116835260a081901c60ff16602084015260a81c6001600160401b03166040830152565b6001600160401b036001911601906001600160401b038211610a6657565b906001600160401b03809116911601906001600160401b038211610a6657565b7f01d605f351182258e661169cb34f7c20aaab9ea5052f5307819cb238fdc53d8f8152600435602082015260e0810191906024356001600160a01b0381169081900361040857604082015260443560ff81168091036104085760608201526064356001600160a01b038116908190036104085760808201526084356001600160401b0381168091036104085760a082015260a435906001600160401b0382168092036104085760c00152565b60a4356001600160401b03811681036104085790565b6084356001600160401b03811681036104085790565b6024356001600160a01b03811681036104085790565b6064356001600160a01b03811681036104085790565b60443560ff811681036104085790565b906040516135cd81612efb565b602060ff6001839580548552015416910152565b908060209392818452848401376000828201840152601f01601f1916010190565b929061361b90612fbb95936040865260408601916135e1565b9260208185039101526135e1565b6040519061363682612ee0565b600e548252600f5460ff8116602084015260081c64ffffffffff166040830152565b6040519061366582612ee0565b601054825260115460ff8116602084015260081c64ffffffffff166040830152565b60005b82811061369657505050565b60008282015560010161368a565b906136ae9161451b565b600052600560205260ff60406000205460a01c166136cb81613fb2565b613702576136d7613783565b6136fc5715806136f1575b156136ec57600390565b600090565b5060095415156136e2565b50600290565b50600190565b602081519101209060208151910120604051916020830193601960f81b85523060601b60228501524660368501526001600160401b0360c01b9060c01b166056840152605e830152607e820152607e81526130dd609e82612f16565b60095481101561309557600960005260206000209060011b0190600090565b600d5460ff8160501c16908115613798575090565b64ffffffffff168015159150816137ad575090565b6137e291506001600160401b037f000000000000000000000000000000000000000000000000000000000000000016906130e3565b421190565b6137f26113a9613629565b1561383357600e905b60ff60016040519361380c85612ee0565b8054855201549264ffffffffff6020820194838116865260081c1660408201525192511690565b61383e6113a9613658565b1561384c5760105b906137fb565b6012613846565b6001600160a01b0316156139865760ff1660018114158061388a575b6138765750565b630d1dfb5d60e31b60005260045260246000fd5b50600281148061389b575b1561386f565b506020600060066040516573616d706c6560d01b815260025afa1561397a576139756000516040519060208201527fefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf371660408201527f0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a960608201527f60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb660808201527f7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d446229960a082015260a0815261397060c082612f16565b6154f2565b613895565b6040513d6000823e3d90fd5b63140144d560e21b60005260046000fd5b80518210156130955760209160051b010190565b94909193601454936139bc85612f37565b946139ca6040519687612f16565b80865260146000908152600080516020615eca833981519152602088015b838310613bfa5750505050845115613be95760005b8551811015613b3757613a108187613997565b51604051613a1f608082612f16565b604d815260208101907f2f3030303030303030303030303030303030303030303030303030303030303082527f303030303030303030303030303030303030303030303030303030303030303060408201526c302e6a736f6e237b646174617d60981b60608201528a604090815b613af4575050600193926020613ac893613ad8936040519584613ab9889651809287808a019101612e3f565b85019151809385840190612e3f565b010103601f198101835282612f16565b613ae28289613997565b52613aed8188613997565b50016139fd565b600f811690601082101561309557613b30916f181899199a1a9b1b9c1cb0b131b232b360811b901a613b2684866147f8565b5360041c9161450e565b9081613a8d565b509582613b9393606293613bbc996116219899604051988996602088015260ff60f81b9060f81b16604087015260ff60f81b9060f81b16604186015260428501528484013781016000838201520301601f198101835282612f16565b6020604051948594630556f18360e41b865230600487015260a0602487015260a4860190612e87565b8481036003198101604487015260008252632966308f60e01b6064870152601c0160848601520190612e62565b63165f35bb60e21b60005260046000fd5b600160208192604051613c1181611e0e81896131bd565b8152019201920191906139e8565b91613c2d9181959493614809565b600094919450604090613c64613c5d8351613c488582612f16565b60018152603f60f91b6020820152838961486c565b9085613d03565b95613c7560ff602089015116613fb2565b15613cb65782612fbb9792613ca692613c93613cad96519384612f16565b60018352607f60f81b602084015261486c565b9184614e0c565b92919091614b61565b612fbb9650809250614942565b356bffffffffffffffffffffffff19811692919060148210613ce3575050565b6bffffffffffffffffffffffff1960149290920360031b82901b16169150565b9190600060408051613d1481612ee0565b8281528260208201520152826000526005602052613d356040600020613433565b60ff602082015116613fab575090600092600954935b848110613d78575050505050604051613d6381612ee0565b60008152600360208201526000604082015290565b613d8a613d8482613764565b506135c0565b60208101805160051b611fe0166004810192838211610a6657838710613f96576000613dcd613dc4613dbe87868c8e613142565b90613316565b60e01c866130e3565b94858910613f825790613de78660ff969594938b8d613142565b9590945116610100036101008111613f6e5788901c905088831161040857806000613e4960256040518093602082019581875263ffffffff60e01b9060e01b1660218301528a8a848401378a820190838201520301601f198101835282612f16565b519020926000905b808210613ef2575050505103613edd5791613e71858793613e7995614809565b969097613142565b9390939460158214613e92575050600101929192613d4b565b945094505050508160011161040857613eb2600019830160018301613cc3565b60601c91156130955760405191613ec883612ee0565b82523560f81c60208201526000604082015290565b836327239cbf60e11b60005260045260246000fd5b90919360208301808411610a6657612864613f1091858f8690613142565b9060018616613f6157613f48611af891925b6040519283916020830195869091604192600160f81b8352600183015260218201520190565b5190209360011c9160208101809111610a665790613e51565b611af890613f4890613f22565b634e487b7160e01b82526011600452602482fd5b6327239cbf60e11b82526004879052602482fd5b846327239cbf60e11b60005260045260246000fd5b9250505090565b60ff1660018114908115613fc4575090565b600291501490565b9291908301906060848303126104085783356001600160401b0381116104085782613ff8918601612fa0565b936020810135926001600160401b03841684036104085760408201356001600160401b0381116104085761402c9201612fa0565b926001600160401b03831642811061428857610e10420190814211610a665781811161427157505061406561406a939286923691612f69565b613708565b8151604181108015614257575b614243576040198101908111610a665760051c6010811161422f576000906141ac57505b6020820151916060604082015191015160001a92601b841415806141a1575b61418c576fa2a8918ca85bafe22016d0b997e4df60600160ff1b038211614177576040805193845260ff9490941660208085019190915293830152606082015260008080529060809060015afa1561397a576000516001600160a01b038116908115614166576001600160a01b03166000908152600360205260409020541561415257506004601f8251161461414d5790565b614d9e565b635292db3160e01b60005260045260246000fd5b63e11bd3a360e01b60005260046000fd5b50635682f3bf60e01b60005260045260246000fd5b83635d3b7f8160e11b60005260045260246000fd5b50601c8414156140ba565b9293604192915b825184101561421b5782840160200151908181101561420e57604051600160f81b6020820190815260218201929092526041810192909252906141f98160618101611af8565b519020926020810180911161289757926141b3565b611af8906141f990613f22565b9094935061422a9192506130ab565b61409b565b631a77ef7f60e21b60005260045260246000fd5b63058676ad60e31b60005260045260246000fd5b5080604019810111610a6657602060401982081515614077565b63eb9a4cfb60e01b60005260045260245260446000fd5b63fb8bc71f60e01b6000526004524260245260446000fd5b6001600160401b0316801580156142cd575b6142b95750565b635a8f69d560e01b60005260045260246000fd5b508042106142b2565b9060607f50ed630e471441c743419fdc75be9fb0122b945271b48845ecfcaffe43572fb0918360005260056020526143128160406000206130f0565b60018060a01b03815116946001600160401b03604060ff602085015116930151169060405192835260018060a01b031660208301526040820152a3565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f950425af791913732390be4924a2e2e09d39b5ade99baa9cefaecbce30e2c41f60408201527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a082015260a081526143e160c082612f16565b5190209060405190602082019261190160f01b845260228301526042820152604281526130dd606282612f16565b907f6ff677256a481d9463b7db67f1fb52d76e81de8c3ee1b02e348adbac7974830c9161443c8282614754565b61447360405161444b81612ee0565b8281526000604060ff861692836020820152015282600e5560ff1660ff19600f541617600f55565b600f805465ffffffffff00191690556040805191825260ff929092166020820152a1565b9291906144a683838387614fdc565b9384156144b5575b5050505090565b6144bf94506150cd565b388080806144ae565b909392919060ff16600181146144f25760021493846144e8575050505090565b6144bf9450615137565b506144a683838387614fdc565b6000198114610a665760010190565b8015610a66576000190190565b600061452683612f37565b6145336040519182612f16565b838152601f1961454285612f37565b01366020830137600091825b8581108061464c575b156145995780614570614569866144ff565b9585613997565b5261457c818787613177565b3560f81c60010180600111610a6657614594916130e3565b61454e565b95949392909560018101809111610a6657840361463b57805b6145bc5750505050565b6145c59061450e565b946145d08683613997565b519060018201808311610a665761460561460c916145fd6145f38b968a8a613177565b3560f81c826130e3565b908888613142565b3691612f69565b602081519101206040519060208201928352604082015260408152614632606082612f16565b519020956145b2565b63430f13b360e01b60005260046000fd5b506001600160f81b0319614661828888613177565b35161515614557565b6146756113a9613629565b156146c657600e5460125561469960ff600f541660ff1660ff196013541617601355565b600f546013805465ffffffffff00191665ffffffffff009092169190911790555b60006010556000601155565b6146d16113a9613658565b1561471a576010546012556146f560ff6011541660ff1660ff196013541617601355565b6011546013805465ffffffffff00191665ffffffffff009092169190911790556146ba565b565b80511515908161472a575090565b61474e9150604064ffffffffff9101511664ffffffffff600d5460281c16906130e3565b42101590565b1561477b5760ff16601881116147675750565b63930191e360e01b60005260045260246000fd5b63b263ae7360e01b60005260046000fd5b6001600160401b039061479e816142a0565b1662278d008101808211610a665742116147b55750565b63bda55fcf60e01b60005260045260246000fd5b159081156147ea575b506147d957565b63f0352c1b60e01b60005260046000fd5b6018915060ff1611386147d2565b908151811015613095570160200190565b9160005b82811061481d5750505090600090565b60248101808211610a665760208201808311610a66576148556128648261484d613dc4613dbe878a978c8e613142565b95888a613142565b14614860575061480d565b915091612e3b93613142565b91908151906020830191808320906020811060001461493a5760200360208111610a66576001600160fd1b0381168103610a665760031b5b60005b8381106148ba5750505050505090600090565b8087018360068235920135875118841c928260f01c93600685830163ffffffff8282019660d01c160101948a51149081614931575b506148fd575b5050506148a7565b61460583600661490f9301898d613142565b60208151910120146149225783816148f5565b945094505050612e3b93613142565b905015386148ef565b5060006148a4565b9594939291909560608560041160805260805161040857631592ca1b60e31b85356001600160e01b031916146149905750906149819596600092615575565b6004601f8251161461414d5790565b959296949093600490600060805201906003190180602011614b5b5781356020810190818111614ab4576149c961286483838688613142565b956149d387612f37565b966149e16040519889612f16565b8088526149f0601f1991612f37565b016080515b818110614b4b5750506080515b8751811015614acc57838311614ab457614a1e85858189613142565b909190600582901b6001600160fb1b0383168303614ab4576020810190818111614ab457614a5191612864918487613142565b906020820193848311614ab4578f8d8f9280888f96614a86614a8061286460019d614a989c85614a8c99613142565b836130e3565b92613142565b94909360805192615575565b614aa2828b613997565b52614aad818a613997565b5001614a02565b634e487b7160e01b6080515260116004526024608051fd5b50995050505050509291505060405180926040820160208084015281518091526020848401948260051b850101920193608051905b828210614b1e57505050612fbb925003601f198101835282612f16565b91935091602080614b3b600193605f198a82030186528851612e62565b9601920192018593919492614b01565b808c602080938c010152016149f5565b60805180fd5b9594939291906060968660041161040857631592ca1b60e31b86356001600160e01b03191614614b95576149819750615575565b909590946000916003198101602011614d9a5760048201359160208301831161288357614bd16128646020850185600319860160048601613142565b9a614bdb8c612f37565b9b614be96040519d8e612f16565b808d52614bf8601f1991612f37565b018c865b8d838210614d8a5750505050845b8c51811015614d0b57602085018511614cf757614c336003198501602087018160048701613142565b90600583901b6001600160fb1b0384168403614ccf576020810190818111614ce357614c6491612864918585613142565b91602083018311614ccf57928f614cb88f8f8f8f8f8f8a614cc89a60019d6020614ca88d9f95614c9e61286484614cb09901888789613142565b90508286016130e3565b930191613142565b959094615575565b614cc28383613997565b52613997565b5001614c0a565b634e487b7160e01b89526011600452602489fd5b634e487b7160e01b8a52601160045260248afd5b634e487b7160e01b86526011600452602486fd5b509a9997505050509450505050604051928391604083019060208085015282518092526020818501918360051b860101930194905b828210614d5d57505050612fbb925003601f198101835282612f16565b91935091602080614d7a600193605f198a82030186528851612e62565b9601920192018593919492614d40565b6020828194010152018d90614bfc565b8280fd5b80516020820180519092916001600160e01b031982169160048210614dec575b50506001600160e01b031916630556f18360e41b14614ddb575190fd5b6307a19a8f60e01b60005260046000fd5b6001600160e01b031960049290920360031b82901b161690503880614dbe565b9392614e1a919283866158a4565b959396919287819715614fcc578215614fbd57505060268110614fac57806026116104085761ffff602484013560f01c1692836026019081602611610a6657818310614fac578260141161040857803560601c94601c841061040857601482013560c01c6024851061040857614eff906040614eae8b6001600160401b0380601c89013560c01c1693849201511684615d97565b6040519060208201927fbb432768c3a71c714516103429a771261db5be07f8bddc06d586a9ef8a68408984528960408401528a6060840152608083015260a082015260a08152611b0660c082612f16565b97600098858511614fa85760208201519151614f2e93926026860192916001600160a01b03169060ff166144c8565b15614f9a5791614f449181614f68969594613142565b92909160405191614f5483612ee0565b8252600160208301528660408301526158a4565b949390915094919315614f8b57614f7c5750565b63981f4dc560e01b8152600490fd5b63a8bad47960e01b8252600482fd5b62e5a19b60e81b8752600487fd5b8980fd5b63981f4dc560e01b60005260046000fd5b97509550919350600092915050565b62e5a19b60e81b60005260046000fd5b9290604182036150c457816040101561309557604083013560f81c90601b821415806150b9575b801561508e575b6150845782602011610408578335926040116104085761505360009360208096013590604051948594859094939260ff6060936080840197845216602083015260408201520152565b838052039060015afa1561397a576000516001600160a01b0390811691168114908161507d575090565b9050151590565b5050505050600090565b5082604011610408576fa2a8918ca85bafe22016d0b997e4df60600160ff1b0360208501351161500a565b50601c821415615003565b50505050600090565b92909192803b156150c45760209261510e6000936117d460405197889288840195630b135d3f60e11b875260248501526040604485015260648401916135e1565b829451915afa615125575b630b135d3f60e11b1490565b601f3d11156151195750600051615119565b9190939293608285106154e95784604011610408576151566040612f4e565b926151646040519485612f16565b60408085528301936020810136861161040857604085823760006060830152905190206001600160a01b039081169116036154e95784608011610408577f7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a86060830135116154e957846082116104085761ffff608083013560f01c16908160820180608211610a665760a7811080156154e0575b6154d5576000968082116154d157615211918186613142565b9183602010156154bd5760a2850135600160f81b16159081156152f0575b506152e9578682602092829460405192839283378101838152039060025afa156152dd57615294602092825161528385806040518094828201968060828d0189378201908382015203018084520182612f16565b604051928392839251928391612e3f565b8101039060025afa156152d257926040612fbb939481835194815195602087015281860137608084013760c082015260a0815261397060c082612f16565b6040513d85823e3d90fd5b604051903d90823e3d90fd5b5050505050565b9050604051615300606082612f16565b604081527f4142434445464748494a4b4c4d4e4f505152535455565758595a61626364656660208201527f6768696a6b6c6d6e6f707172737475767778797a303132333435363738392d5f60408201526040519161535f606084612f16565b602b8352602083019160403684378a5b602a8110615463575061538e90603f60ff60f81b9360021b16906147f8565b5116891a8251602a101561544f57604a83015361540c6001604460405180946153f160208301977f7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6789526332911d1160e11b604085015251809285850190612e3f565b8101601160f91b838201520301601e19810184520182612f16565b805191828510159283615424575b505050153861522f565b90919250848111614fa85761543b90369085612f69565b60208151910120915190201438808061541a565b634e487b7160e01b8a52603260045260248afd5b806006026006810482036154a95760fa0360fa81116154a95790600191615494603f8660ff60f81b931c16856147f8565b51168d1a6154a282886147f8565b530161536f565b634e487b7160e01b8d52601160045260248dfd5b634e487b7160e01b88526032600452602488fd5b8780fd5b506000955050505050565b508087106151f8565b50600093505050565b600080916020815191016101005afa3d1561556e573d61551181612f4e565b9061551f6040519283612f16565b81523d6000602083013e5b81615562575b81615539575090565b6001915060208151910151906020811061555257501490565b6000199060200360031b1b161490565b80516020149150615530565b606061552a565b919294959395606095856004116104085763ffffffff60e01b823516946000926004810197600319810199631d9dabef60e11b891461581657506378e5bf0360e11b8814615764576332f111d760e01b881461571757631674750f60e21b881461564757505050505063bc1c58d160e01b83146155f7575050612fbb93615c87565b91509161562d9361560b91612fbb96615bea565b604051600360f81b60208201526001815291615628602184612f16565b61486c565b6040805160208082015293928492611af8928401916135e1565b939a9961565b939992989195969750615bea565b810190604081830360031901126154d1576024810135906001600160401b0382116157135760219798949260046156d19593615698930101612fa0565b9161562860405198898095600160f91b60208301526156c08151809260208686019101612e3f565b81010301601f198101855284612f16565b915081615705575050916156e891612fbb9361486c565b9190915b611af860405193849260208085015260408401916135e1565b9350612fbb925090506156ec565b8880fd5b509550505096959461572c9194819396615bea565b60401161576057602490615744949550013591615c3d565b9050604051901515602082015260208152612fbb604082612f16565b8480fd5b509550505095946157789194819396615bea565b60401161342f57602401359250615790838284615c3d565b92909383603c82149182156157ed575b501590816157e5575b506157ce575b5050612fbb90611af860405193849260208085015260408401916135e1565b612fbb93506157dd9250615c11565b9091386157af565b9050386157a9565b90915063800000008110159081615807575b5090386157a0565b63ffffffff91501115386157ff565b999598949a935050505061582b939450615bea565b615837603c8383615c3d565b92909183158061589c575b615887575b50506014820361587f5761585c929350613cc3565b901c5b6040519060018060a01b0316602082015260208152612fbb604082612f16565b50505061585f565b9091506158949250615c11565b903880615847565b506001615842565b9392909260168210614fac5781601211610408576016601084013560f01c81810194918510610a665783601611610408576158e6601283013560e01c866130e3565b95868510614fac576158fa87878786613142565b959096879961590c83899b8189613142565b999099988460081161040857873560c01c9160108610610408576001600160401b0360088a013560c01c1691615950836001600160401b0360408b01511686615d97565b6140008111615bd95790600682049061598161596b83612f37565b926159796040519485612f16565b808452612f37565b602083019290601f190136843760009384928381855b848310615a685750505050505260405190602082019283919060005b818110615a5257505050906159d881615a2b979695949303601f198101835282612f16565b519020906040519260208401947f418a75ef1cb5a67b2f4c1b0cd2e12d0fa75fa63d6b9ca7587810d192a2c233b9865260408501526060840152608083015260a082015260a08152611b0660c082612f16565b9160ff6020850151169360018060a01b039051169111610408576016612fbb9501926144c8565b82518452602093840193909201916001016159b3565b909192939495506006830192838111610a6657858411615bd95760028101808211610a6657615abf615a9c82848a88613142565b6001600160f01b031991359182169160028210615bb9575b505060f01c866130e3565b91615add615ad4613dbe886000958c8a613142565b60e01c846130e3565b95888711615baa57615af484615aff928b89613142565b989080968a92615e0e565b15615b97575050615b2761460585615b18368987612f69565b60208151910120938987613142565b602081519101206040519060208201927f0b65153a4cec9efd565de641e933febc63495fc8bcd414666352f395a947d15684526040830152606082015260608152615b73608082612f16565b519020615b89615b828a6144ff565b9988613997565b529291908795949392615997565b6304b90ff960e51b825260045260249150fd5b632f985a4560e01b8352600483fd5b6001600160f01b031960029290920360031b82901b161690503880615ab4565b632f985a4560e01b60005260046000fd5b916020116104085735908103615bfd5750565b636796432560e01b60005260045260246000fd5b604051600160f81b6020820152600160ff1b602182015260058152612e3b929091615628602584612f16565b919063ffffffff8211615c7f57604051600160f81b602082015260e09290921b6001600160e01b031916602183015260058252612e3b92615628602584612f16565b505090600090565b6001600160e01b0319909116929091600063691f343160e01b8503615cd25750612fbb9293506040516020808201526000604082015260408152615ccc606082612f16565b93615bea565b63c869023360e01b8503615d075750612fbb929350604051600060208201526000604082015260408152615ccc606082612f16565b631101d5ab60e11b8503615d425750612fbb929350604051600060208201526040808201526000606082015260608152615ccc608082612f16565b6304928c6760e21b8503615d6e57612fbb93945060405190602082015260208152615ccc604082612f16565b5050505060405190637b1c461b60e01b6020830152602482015260248152612fbb604482612f16565b6001600160401b038092169182911610615dfa5750615db4613783565b15615deb576001600160401b0364ffffffffff600d5416915b16908110615dd85750565b62bd8e3760e81b60005260045260246000fd5b6001600160401b034291615dcd565b634a19c08560e11b60005260045260246000fd5b91908381109384600014615ea257815b60005b838110615e315750505050505090565b60208101808211610a665784811015615e9b575b615e63612864615e5a6128648486888d613142565b9284878a613142565b90818103615e8f5750506020810180911115615e2157634e487b7160e01b600052601160045260246000fd5b10979650505050505050565b5083615e45565b8091615e1e56fe55f448fdea98c4d29eb340757ef0a66cd03dbb9538908a6a81d96026b71ec475ce6d7b5282bd9a3661ae061feed1dbda4e52ab073b1f9285be6e155d9c38d4ec' as const
