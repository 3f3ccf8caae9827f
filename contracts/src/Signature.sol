// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A signature is 65 bytes, r, s and v, and any whole siblings of 32 bytes. The 64-byte compact form is not accepted.
error InvalidSignatureLength(uint256 length);

/// @notice v is 27 or 28.
error InvalidSignatureV(uint8 v);

/// @notice s is in the lower half of the curve order (EIP-2), else every signature would have a twin.
error InvalidSignatureS(bytes32 s);

/// @notice No key makes this signature.
error UnrecoverableSignature();

/// @dev Length of r, s and v.
uint256 constant SIGNATURE_LENGTH = 65;

/// @dev Half of the order of secp256k1, rounded down.
uint256 constant HALF_CURVE_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

/// @notice How many siblings are behind r, s and v.
function countSiblings(bytes memory signature) pure returns (uint256) {
    uint256 length = signature.length;
    if (length < SIGNATURE_LENGTH || (length - SIGNATURE_LENGTH) % 32 != 0) revert InvalidSignatureLength(length);
    return (length - SIGNATURE_LENGTH) / 32;
}

/// @notice Recovers the key that signed a hash, from the one accepted form of its signature.
/// @param signedHash What was signed.
/// @param signature r (32), s (32, low) and v (27 or 28), whose length `countSiblings` has accepted; what follows is not read.
/// @return signer Address of the key, never zero.
function recoverSigner(bytes32 signedHash, bytes memory signature) pure returns (address signer) {
    bytes32 r;
    bytes32 s;
    uint8 v;
    assembly ("memory-safe") {
        r := mload(add(signature, 32))
        s := mload(add(signature, 64))
        v := byte(0, mload(add(signature, 96)))
    }
    if (v != 27 && v != 28) revert InvalidSignatureV(v);
    if (uint256(s) > HALF_CURVE_ORDER) revert InvalidSignatureS(s);
    signer = ecrecover(signedHash, v, r, s);
    if (signer == address(0)) revert UnrecoverableSignature();
}
