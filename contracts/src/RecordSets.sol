// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RECORD_HEADER} from "./Zone.sol";

/// @dev The records of a signed set have this many bytes at most.
uint256 constant MAX_RECORD_SET_LENGTH = 16_384;

bytes32 constant RECORD_TYPE = keccak256("Record(bytes key,bytes value)");
bytes32 constant RECORD_SET_TYPE = keccak256(
    "RecordSet(bytes32 node,uint64 sequence,uint64 validUntil,Record[] records)Record(bytes key,bytes value)"
);

/// @notice The set ends in the middle of a record, or has more bytes than a set may have.
error InvalidRecordSet();

/// @notice The key at this offset is not greater than the one before it.
error UnorderedKey(uint256 offset);

/// @notice EIP-712, `hashStruct` of a record set: all records of a name, as its holder signs them.
/// @param records In ascending order of their keys, byte by byte: length of the key (2), of the value (4), key, value.
function hashRecordSet(
    bytes32 node,
    uint64 sequence,
    uint64 validUntil,
    bytes calldata records
) pure returns (bytes32) {
    return keccak256(abi.encode(RECORD_SET_TYPE, node, sequence, validUntil, hashRecords(records)));
}

/// @dev EIP-712, `encodeData` of the array.
function hashRecords(bytes calldata records) pure returns (bytes32) {
    if (records.length > MAX_RECORD_SET_LENGTH) revert InvalidRecordSet();
    bytes32[] memory hashes = new bytes32[](records.length / RECORD_HEADER);
    uint256 count = 0;
    uint256 offset = 0;
    bytes calldata previous = records[0:0];
    while (offset < records.length) {
        uint256 start = offset + RECORD_HEADER;
        if (start > records.length) revert InvalidRecordSet();
        uint256 value = start + uint16(bytes2(records[offset:offset + 2]));
        uint256 end = value + uint32(bytes4(records[offset + 2:start]));
        if (end > records.length) revert InvalidRecordSet();
        bytes calldata key = records[start:value];
        if (!isLess(previous, key)) revert UnorderedKey(offset);
        hashes[count++] = keccak256(abi.encode(RECORD_TYPE, keccak256(key), keccak256(records[value:end])));
        previous = key;
        offset = end;
    }
    assembly ("memory-safe") {
        mstore(hashes, count)
    }
    return keccak256(abi.encodePacked(hashes));
}

/// @dev Whether one key comes before another in the order of their bytes; a beginning of another comes before it, so that
/// no key is empty.
function isLess(bytes calldata one, bytes calldata other) pure returns (bool) {
    uint256 common = one.length < other.length ? one.length : other.length;
    for (uint256 offset = 0; offset < common; offset += 32) {
        uint256 end = offset + 32 < common ? offset + 32 : common;
        bytes32 left = bytes32(one[offset:end]);
        bytes32 right = bytes32(other[offset:end]);
        if (left != right) return left < right;
    }
    return one.length < other.length;
}
