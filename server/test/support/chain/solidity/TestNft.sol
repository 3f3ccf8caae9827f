// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// One owner has every token, of both standards; its metadata is what the deployer chose.
contract TestNft {
    address private immutable owner;
    string private metadata;

    constructor(address owner_, string memory metadata_) {
        owner = owner_;
        metadata = metadata_;
    }

    function ownerOf(uint256) external view returns (address) {
        return owner;
    }

    function balanceOf(address account) external view returns (uint256) {
        return account == owner ? 2 : 0;
    }

    function balanceOf(address account, uint256) external view returns (uint256) {
        return account == owner ? 1 : 0;
    }

    function tokenURI(uint256) external view returns (string memory) {
        return metadata;
    }

    function uri(uint256) external view returns (string memory) {
        return metadata;
    }
}
