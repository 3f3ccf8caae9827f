// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A bucket has this many bits of the node at most.
uint256 constant MAX_ZONE_DEPTH = 24;

/// @dev Keeps the hash of a bucket and the hash of two hashes apart: neither can be presented as the other.
bytes1 constant BUCKET_PREFIX = 0x00;
bytes1 constant PAIR_PREFIX = 0x01;

/// @dev A bucket is entries in the order of their nodes: node (32), length of the record set (4), record set.
uint256 constant ENTRY_HEADER = 36;

/// @dev A record set is records in the order of their keys: length of the key (2), of the value (4), key, value.
uint256 constant RECORD_HEADER = 6;

/// @notice The name is not in DNS wire form.
error InvalidName();

/// @notice ENSIP-1, of a name in DNS wire form.
/// @return node Zero for the root.
function nodeOf(bytes calldata name) pure returns (bytes32 node) {
    uint256[] memory labels = new uint256[](name.length);
    uint256 count = 0;
    uint256 offset = 0;
    while (offset < name.length && name[offset] != 0) {
        labels[count++] = offset;
        offset += 1 + uint256(uint8(name[offset]));
    }
    if (offset + 1 != name.length) revert InvalidName();
    while (count > 0) {
        uint256 start = labels[--count] + 1;
        bytes32 label = keccak256(name[start:start + uint8(name[start - 1])]);
        node = keccak256(abi.encodePacked(node, label));
    }
}

/// @notice The bucket of a node: its first `depth` bits.
function bucketOf(bytes32 node, uint256 depth) pure returns (uint256) {
    return uint256(node) >> (256 - depth);
}

/// @notice The root of the tree that has a bucket at an index, with the siblings on the way up, the lowest first.
/// @param siblings 32 bytes each.
function zoneRoot(uint256 index, bytes calldata bucket, bytes calldata siblings) pure returns (bytes32 root) {
    root = keccak256(abi.encodePacked(BUCKET_PREFIX, uint32(index), bucket));
    for (uint256 offset = 0; offset < siblings.length; offset += 32) {
        bytes32 sibling = bytes32(siblings[offset:offset + 32]);
        (bytes32 left, bytes32 right) = index & 1 == 0 ? (root, sibling) : (sibling, root);
        root = keccak256(abi.encodePacked(PAIR_PREFIX, left, right));
        index >>= 1;
    }
}

/// @notice The record set of a node in its bucket; empty where the bucket has no such node.
function findRecordSet(bytes calldata bucket, bytes32 node) pure returns (bytes calldata) {
    uint256 offset = 0;
    while (offset < bucket.length) {
        uint256 start = offset + ENTRY_HEADER;
        uint256 end = start + uint32(bytes4(bucket[offset + 32:start]));
        if (bytes32(bucket[offset:offset + 32]) == node) return bucket[start:end];
        offset = end;
    }
    return bucket[0:0];
}

/// @notice The value of a record; empty where the record set has no such key.
/// @dev Reads headers and the first word of keys without bounds, because a record set can have hundreds of records and a
/// multicall hundreds of calls. Sums of lengths below 2^32 do not overflow, and what is compared or returned is within bounds.
/// @param key At least one byte.
function findRecord(bytes calldata recordSet, bytes memory key) pure returns (bytes calldata) {
    bytes32 wanted = keccak256(key);
    uint256 unusedBits = key.length < 32 ? 8 * (32 - key.length) : 0;
    unchecked {
        uint256 offset = 0;
        while (offset < recordSet.length) {
            uint256 header;
            uint256 difference;
            assembly ("memory-safe") {
                let record := add(recordSet.offset, offset)
                header := shr(208, calldataload(record))
                difference := shr(unusedBits, xor(mload(add(key, 32)), calldataload(add(record, RECORD_HEADER))))
            }
            uint256 keyLength = header >> 32;
            uint256 value = offset + RECORD_HEADER + keyLength;
            uint256 end = value + uint32(header);
            if (keyLength == key.length && difference == 0) {
                if (keccak256(recordSet[offset + RECORD_HEADER:value]) == wanted) return recordSet[value:end];
            }
            offset = end;
        }
    }
    return recordSet[0:0];
}
