// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Burns all the gas of a call: as a v2 registry, or as a mirror resolver if it declares that interface.
contract BurningResolver {
    bool private immutable isMirror;
    uint256 private steps;

    constructor(bool isMirror_) {
        isMirror = isMirror_;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        return isMirror && id == 0xc7e45d73;
    }

    fallback() external {
        while (true) steps++;
    }
}
