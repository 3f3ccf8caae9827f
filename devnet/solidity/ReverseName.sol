// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice There is no reverse name of nothing.
error EmptyAddress();

/// @notice The reverse name (ENSIP-19): `<address>.<namespace>.reverse`, where the namespace is `addr` for coin type 60,
/// `default` for the default of all EVM chains, and else the coin type in hexadecimal.
function reverseName(bytes memory lookupAddress, uint256 coinType) pure returns (string memory) {
    if (lookupAddress.length == 0) revert EmptyAddress();
    string memory namespace = _hexNumber(coinType);
    if (coinType == 60) namespace = "addr";
    if (coinType == 0x80000000) namespace = "default";
    return string.concat(_hexBytes(lookupAddress), ".", namespace, ".reverse");
}

function _hexBytes(bytes memory data) pure returns (string memory) {
    bytes memory text = new bytes(2 * data.length);
    for (uint256 i = 0; i < text.length; i++) {
        uint8 pair = uint8(data[i / 2]);
        text[i] = _hexDigit(i % 2 == 0 ? pair >> 4 : pair & 15);
    }
    return string(text);
}

function _hexNumber(uint256 value) pure returns (string memory) {
    string memory last = string(abi.encodePacked(_hexDigit(value & 15)));
    return value < 16 ? last : string.concat(_hexNumber(value >> 4), last);
}

function _hexDigit(uint256 value) pure returns (bytes1) {
    return bytes16("0123456789abcdef")[value];
}
