// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Clones} from '@openzeppelin/contracts/proxy/Clones.sol';
import {EIP712} from '@openzeppelin/contracts/utils/cryptography/EIP712.sol';
import {WebAuthn} from '@openzeppelin/contracts/utils/cryptography/WebAuthn.sol';

/// An account whose owner is a passkey, with the calls and the signatures that `toCoinbaseSmartAccount` of viem makes for Base Account.
contract PasskeyAccount is EIP712 {
    struct OwnerSignature {
        uint256 ownerIndex;
        bytes signature;
    }

    struct Assertion {
        bytes authenticatorData;
        bytes clientDataJSON;
        uint256 challengeIndex;
        uint256 typeIndex;
        uint256 r;
        uint256 s;
    }

    bytes32 private constant MESSAGE = keccak256('CoinbaseSmartWalletMessage(bytes32 hash)');

    /// Each the coordinates of a P-256 key.
    bytes[] private owners;

    constructor() EIP712('Coinbase Smart Wallet', '1') {
        owners.push('');
    }

    function initialize(bytes[] calldata first) external {
        require(owners.length == 0);
        for (uint256 i = 0; i < first.length; i++) {
            require(first[i].length == 64);
            owners.push(first[i]);
        }
    }

    /// ERC-1271. What is signed is bound to the account and the chain.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        OwnerSignature memory signed = abi.decode(signature, (OwnerSignature));
        Assertion memory assertion = abi.decode(signed.signature, (Assertion));
        (bytes32 x, bytes32 y) = abi.decode(owners[signed.ownerIndex], (bytes32, bytes32));
        bytes32 bound = _hashTypedDataV4(keccak256(abi.encode(MESSAGE, hash)));
        WebAuthn.WebAuthnAuth memory auth = WebAuthn.WebAuthnAuth(
            bytes32(assertion.r),
            bytes32(assertion.s),
            assertion.challengeIndex,
            assertion.typeIndex,
            assertion.authenticatorData,
            string(assertion.clientDataJSON)
        );
        return WebAuthn.verify(abi.encode(bound), auth, x, y, false) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

contract PasskeyAccountFactory {
    address private immutable IMPLEMENTATION = address(new PasskeyAccount());

    function createAccount(bytes[] calldata owners, uint256 nonce) external payable returns (address account) {
        account = getAddress(owners, nonce);
        if (account.code.length > 0) return account;
        Clones.cloneDeterministic(IMPLEMENTATION, _salt(owners, nonce));
        PasskeyAccount(account).initialize(owners);
    }

    function getAddress(bytes[] calldata owners, uint256 nonce) public view returns (address) {
        return Clones.predictDeterministicAddress(IMPLEMENTATION, _salt(owners, nonce), address(this));
    }

    function _salt(bytes[] calldata owners, uint256 nonce) private pure returns (bytes32) {
        return keccak256(abi.encode(owners, nonce));
    }
}
