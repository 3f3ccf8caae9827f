// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BUCKET_PREFIX, PAIR_PREFIX} from "./Zone.sol";

/// @dev A tile has the hashes of 2^8 children; the uppermost one of 2^(depth mod 8), where that is not 1.
uint8 constant TILE_BITS = 8;

/// @notice The file is not the one of this hash.
error WrongFile(bytes32 expected);

/// @notice The tile does not have as many children as its level says.
error InvalidTile(uint256 length);

/// @notice Where a file is below a base URL: its name is its hash. The placeholder makes clients fetch it by GET; it is in the
/// fragment, which is not sent.
function fileUrl(string memory base, bytes32 hash) pure returns (string memory) {
    bytes memory path = "/0000000000000000000000000000000000000000000000000000000000000000.json#{data}";
    uint256 rest = uint256(hash);
    for (uint256 position = 64; position > 0; position--) {
        path[position] = bytes16("0123456789abcdef")[rest & 15];
        rest >>= 4;
    }
    return string.concat(base, string(path));
}

/// @notice Checks that a file is the bucket of this hash.
function requireBucket(bytes calldata file, bytes32 hash) pure {
    if (keccak256(abi.encodePacked(BUCKET_PREFIX, file)) != hash) revert WrongFile(hash);
}

/// @notice The child of a tile on the way to a node.
/// @param file The tile.
/// @param hash Of the tile.
/// @param bits How many of the node's first bits the tree below and with this tile decides.
/// @return child Its hash.
/// @return bitsBelow How many of them the tree below the child decides; zero for a bucket.
function childOf(
    bytes calldata file,
    bytes32 hash,
    bytes32 node,
    uint8 depth,
    uint8 bits
) pure returns (bytes32 child, uint8 bitsBelow) {
    if (keccak256(abi.encodePacked(PAIR_PREFIX, file)) != hash) revert WrongFile(hash);
    uint8 tileBits = bits % TILE_BITS == 0 ? TILE_BITS : bits % TILE_BITS;
    if (file.length != uint256(32) << tileBits) revert InvalidTile(file.length);
    bitsBelow = bits - tileBits;
    uint256 index = (uint256(node) >> (256 - uint256(depth) + bitsBelow)) & ((uint256(1) << tileBits) - 1);
    child = bytes32(file[32 * index:32 * index + 32]);
}
