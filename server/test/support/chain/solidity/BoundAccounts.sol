// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {EIP712} from '@openzeppelin/contracts/utils/cryptography/EIP712.sol';
import {ERC7739} from '@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol';
import {SignerECDSA} from '@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol';
import {SignerP256} from '@openzeppelin/contracts/utils/cryptography/signers/SignerP256.sol';

/// A contract wallet whose signatures are bound to it (ERC-7739), with the key of its owner.
contract BoundAccount is ERC7739, SignerECDSA {
    constructor(address owner) EIP712('BoundAccount', '1') SignerECDSA(owner) {}
}

/// What accounts delegate to (EIP-7702): signatures of a P-256 key that are bound to the account (ERC-7739).
contract PasskeyDelegate is ERC7739, SignerP256 {
    /// The contract itself has the generator of the curve for a key, which it never uses.
    constructor()
        EIP712('PasskeyDelegate', '1')
        SignerP256(
            0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
            0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
        )
    {}

    /// Of an account without a key by anyone, as who relays its delegation does; later by itself.
    function setKey(bytes32 qx, bytes32 qy) external {
        (bytes32 known, ) = signer();
        require(known == 0 || msg.sender == address(this));
        _setSigner(qx, qy);
    }
}
