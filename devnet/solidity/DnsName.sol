// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRegistry} from "./Standards.sol";

/// @notice Not a name in DNS wire form.
error DNSDecodingFailed(bytes dns);

/// @notice A label of this name is empty or longer than 255 bytes.
error DNSEncodingFailed(string ens);

/// @notice The offset of the label after the one at `offset` of a name in DNS wire form; `offset` itself at the end.
function nextLabel(bytes memory name, uint256 offset) pure returns (uint256 next) {
    if (offset >= name.length) revert DNSDecodingFailed(name);
    uint256 size = uint8(name[offset]);
    if (size == 0) {
        if (offset + 1 != name.length) revert DNSDecodingFailed(name);
        return offset;
    }
    next = offset + 1 + size;
    if (next >= name.length) revert DNSDecodingFailed(name);
}

/// @notice The label at `offset` of a name in DNS wire form.
function labelAt(bytes memory name, uint256 offset) pure returns (string memory) {
    return string(slice(name, offset + 1, nextLabel(name, offset)));
}

/// @notice The namehash (EIP-137) of what stands at `offset` of a name in DNS wire form.
function namehash(bytes memory name, uint256 offset) pure returns (bytes32) {
    uint256 next = nextLabel(name, offset);
    if (next == offset) return bytes32(0);
    return keccak256(abi.encodePacked(namehash(name, next), keccak256(slice(name, offset + 1, next))));
}

/// @notice The DNS wire form of a dotted name.
function encodeName(string memory name) pure returns (bytes memory dns) {
    bytes memory text = bytes(name);
    uint256 start = 0;
    for (uint256 i = 0; i <= text.length; i++) {
        if (i < text.length && text[i] != ".") continue;
        if (i == start || i - start > 255) revert DNSEncodingFailed(name);
        dns = abi.encodePacked(dns, uint8(i - start), slice(text, start, i));
        start = i + 1;
    }
    return abi.encodePacked(dns, uint8(0));
}

/// @notice The bytes from `start` up to, not including, `end`.
function slice(bytes memory source, uint256 start, uint256 end) pure returns (bytes memory part) {
    part = new bytes(end - start);
    for (uint256 i = 0; i < part.length; i += 32) {
        assembly ("memory-safe") {
            // The last word may reach beyond the end, into padding that the length hides.
            let word := mload(add(add(add(source, 32), start), i))
            mstore(add(add(part, 32), i), word)
        }
    }
}

/// @notice The resolver that a v1 registry holds for a name in DNS wire form or for the nearest ancestor with one
/// (ENSIP-10), and where in the name that one starts. The zero address where there is none.
function findV1Resolver(IRegistry registry, bytes memory name, uint256 offset) view returns (address, uint256) {
    address resolver = registry.resolver(namehash(name, offset));
    uint256 next = nextLabel(name, offset);
    if (resolver != address(0) || next == offset) return (resolver, offset);
    return findV1Resolver(registry, name, next);
}
