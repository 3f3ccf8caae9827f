// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {findRecord} from "./Zone.sol";

/// @dev Functions of resolvers that record sets answer (ENSIP-1, 5, 7, 9, 24).
bytes4 constant ADDR = bytes4(keccak256("addr(bytes32)"));
bytes4 constant ADDR_OF_COIN = bytes4(keccak256("addr(bytes32,uint256)"));
bytes4 constant HAS_ADDR = bytes4(keccak256("hasAddr(bytes32,uint256)"));
bytes4 constant TEXT = bytes4(keccak256("text(bytes32,string)"));
bytes4 constant CONTENTHASH = bytes4(keccak256("contenthash(bytes32)"));
bytes4 constant MULTICALL = bytes4(keccak256("multicall(bytes[])"));

/// @dev Functions for records that names never have here: the answer is empty.
bytes4 constant NAME = bytes4(keccak256("name(bytes32)"));
bytes4 constant PUBKEY = bytes4(keccak256("pubkey(bytes32)"));
bytes4 constant ABI_OF = bytes4(keccak256("ABI(bytes32,uint256)"));
bytes4 constant INTERFACE = bytes4(keccak256("interfaceImplementer(bytes32,bytes4)"));

/// @dev First byte of a record's key: an address and its coin type (4 bytes), a text and its key, the content hash.
bytes1 constant ADDRESS_KIND = 0x01;
bytes1 constant TEXT_KIND = 0x02;
bytes1 constant CONTENTHASH_KIND = 0x03;

/// @dev ENSIP-11 and 19: EVM chains are from here on, and this itself is the address for all of them.
uint256 constant EVM_COINS = 0x80000000;
uint256 constant ETH_COIN = 60;

/// @notice ENSIP-22: the resolver does not have the function.
error UnsupportedResolverProfile(bytes4 selector);

/// @notice The call is about another node than that of the name.
error NodeMismatch(bytes32 node);

/// @notice Answers one call about a node from its record set; an empty one gives the empty value of each function.
/// @param delegated Records of which only texts count, and those only that the record set does not have.
/// @param call The call, with its selector.
/// @return ABI-encoded return values; for an unknown function UnsupportedResolverProfile as error data, which is four bytes
/// longer than whole words.
function answerOf(
    bytes calldata recordSet,
    bytes calldata delegated,
    bytes32 node,
    bytes calldata call
) pure returns (bytes memory) {
    bytes4 selector = bytes4(call[:4]);
    bytes calldata arguments = call[4:];
    if (selector == ADDR) {
        requireNode(node, arguments);
        bytes calldata value = addressOf(recordSet, ETH_COIN);
        return abi.encode(value.length == 20 ? address(bytes20(value)) : address(0));
    }
    if (selector == ADDR_OF_COIN) {
        requireNode(node, arguments);
        return abi.encode(addressOf(recordSet, uint256(bytes32(arguments[32:64]))));
    }
    if (selector == HAS_ADDR) {
        requireNode(node, arguments);
        return abi.encode(storedAddress(recordSet, uint256(bytes32(arguments[32:64]))).length > 0);
    }
    if (selector == TEXT) {
        requireNode(node, arguments);
        (, string memory key) = abi.decode(arguments, (bytes32, string));
        bytes memory recordKey = abi.encodePacked(TEXT_KIND, key);
        bytes calldata value = findRecord(recordSet, recordKey);
        return abi.encode(value.length == 0 ? findRecord(delegated, recordKey) : value);
    }
    if (selector == CONTENTHASH) {
        requireNode(node, arguments);
        return abi.encode(findRecord(recordSet, abi.encodePacked(CONTENTHASH_KIND)));
    }
    return answerWithoutRecords(node, selector, arguments);
}

/// @dev What does not depend on the record set.
function answerWithoutRecords(bytes32 node, bytes4 selector, bytes calldata arguments) pure returns (bytes memory) {
    bytes memory empty;
    if (selector == NAME) empty = abi.encode("");
    else if (selector == PUBKEY) empty = abi.encode(bytes32(0), bytes32(0));
    else if (selector == ABI_OF) empty = abi.encode(uint256(0), "");
    else if (selector == INTERFACE) empty = abi.encode(address(0));
    else return abi.encodeWithSelector(UnsupportedResolverProfile.selector, selector);
    requireNode(node, arguments);
    return empty;
}

/// @notice Answers each call of a `multicall(bytes[])`.
/// @param arguments ABI-encoded bytes[].
/// @return Their answers in the same order, ABI-encoded.
function answersOf(
    bytes calldata recordSet,
    bytes calldata delegated,
    bytes32 node,
    bytes calldata arguments
) pure returns (bytes memory) {
    uint256 start = uint256(bytes32(arguments[:32]));
    bytes[] memory answers = new bytes[](uint256(bytes32(arguments[start:start + 32])));
    for (uint256 i = 0; i < answers.length; i++) {
        answers[i] = answerOf(recordSet, delegated, node, itemOf(arguments[start + 32:], i));
    }
    return abi.encode(answers);
}

/// @param items What follows the length in an ABI-encoded bytes[].
function itemOf(bytes calldata items, uint256 index) pure returns (bytes calldata) {
    uint256 offset = uint256(bytes32(items[32 * index:32 * index + 32]));
    uint256 length = uint256(bytes32(items[offset:offset + 32]));
    return items[offset + 32:offset + 32 + length];
}

/// @dev The address of a coin; of an EVM chain without its own, that for all of them (ENSIP-19).
function addressOf(bytes calldata recordSet, uint256 coinType) pure returns (bytes calldata value) {
    value = storedAddress(recordSet, coinType);
    bool isEvm = coinType == ETH_COIN || (coinType >= EVM_COINS && coinType <= type(uint32).max);
    if (value.length == 0 && isEvm) value = storedAddress(recordSet, EVM_COINS);
}

function storedAddress(bytes calldata recordSet, uint256 coinType) pure returns (bytes calldata) {
    if (coinType > type(uint32).max) return recordSet[0:0];
    return findRecord(recordSet, abi.encodePacked(ADDRESS_KIND, uint32(coinType)));
}

function requireNode(bytes32 node, bytes calldata arguments) pure {
    bytes32 asked = bytes32(arguments[:32]);
    if (asked != node) revert NodeMismatch(asked);
}
