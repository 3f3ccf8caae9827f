// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A contract wallet that signs (ERC-1271) with the key of its owner.
contract SmartAccount {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Deploys wallets at addresses that are known in advance (ERC-6492).
contract SmartAccountFactory {
    function create(address owner, bytes32 salt) external returns (SmartAccount) {
        return new SmartAccount{salt: salt}(owner);
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(SmartAccount).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }
}

/// A wallet that consumes all gas.
contract EndlessAccount {
    uint256 private steps;

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        while (true) steps++;
        return this.isValidSignature.selector;
    }
}

/// A wallet that makes its caller fetch the result from a URL (EIP-3668).
contract OffchainAccount {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    string private url;

    constructor(string memory url_) {
        url = url_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, "", this.isValidSignature.selector, "");
    }
}
