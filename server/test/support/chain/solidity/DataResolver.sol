// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A resolver on chain that has one piece of data (ENSIP-24) for every name.
contract DataResolver {
    bytes32 private immutable keyHash;
    bytes private value;

    constructor(string memory key_, bytes memory value_) {
        keyHash = keccak256(bytes(key_));
        value = value_;
    }

    function data(bytes32, string calldata key) external view returns (bytes memory) {
        return keccak256(bytes(key)) == keyHash ? value : bytes("");
    }
}
