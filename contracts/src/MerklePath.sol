// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev First byte of what is hashed to a node. What is signed begins with 0x19, so that neither can be presented as the other.
bytes1 constant NODE_PREFIX = 0x01;

/// @notice The root of the tree that has a leaf below these siblings.
/// @param leaf Hash at the bottom.
/// @param siblings Bytes that hold whole siblings of 32 bytes from `offset` to their end, the lowest first.
/// @param offset Where the first sibling begins; with their end there, the leaf is the root.
function computeRoot(bytes32 leaf, bytes memory siblings, uint256 offset) pure returns (bytes32 root) {
    root = leaf;
    for (; offset < siblings.length; offset += 32) {
        bytes32 sibling;
        assembly ("memory-safe") {
            sibling := mload(add(add(siblings, 32), offset))
        }
        root = hashPair(root, sibling);
    }
}

/// @dev The smaller hash is first: a path needs no sides, and a leaf has the same proof wherever it stands.
function hashPair(bytes32 one, bytes32 other) pure returns (bytes32) {
    (bytes32 first, bytes32 second) = one < other ? (one, other) : (other, one);
    return keccak256(abi.encodePacked(NODE_PREFIX, first, second));
}
