// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Burns all the gas of whoever reads it: a registry of the second generation, or a mirror if it says that it is one.
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
