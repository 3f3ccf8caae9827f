// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HALF_CURVE_ORDER} from "./Signature.sol";
import {IERC1271} from "./Standards.sol";

/// @dev What a holder is: an account, which signs with its key (EIP-2) or by its code (ERC-1271); a passkey (WebAuthn), of
/// which the address is the last 20 bytes of keccak256(x ‖ y) of its key on P-256.
uint8 constant ACCOUNT = 1;
uint8 constant PASSKEY = 2;

/// @dev Half of the order of P-256, rounded down: of the two values of s the lower one counts.
uint256 constant HALF_P256_ORDER = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8;

/// @dev A signature of a passkey is x, y, r, s (32 each), the length of the authenticator data (2), these, and the client
/// data.
uint256 constant PASSKEY_HEADER = 130;

/// @dev WebAuthn §6.1: hash of the site (32), flags, counter (4), and what follows.
uint256 constant AUTHENTICATOR_DATA_LENGTH = 37;

/// @dev WebAuthn §6.1: a person was there.
bytes1 constant USER_PRESENT = 0x01;

/// @dev EIP-7951.
address constant P256_VERIFY = address(0x100);

/// @notice Tells whether a holder has signed a digest.
/// @param kind ACCOUNT or PASSKEY; for another kind the result is false.
/// @param signature Of a key: r, s (low), v (27 or 28). Of a contract: what it likes. Of a passkey: see PASSKEY_HEADER.
function isSignedBy(uint8 kind, address holder, bytes32 digest, bytes calldata signature) view returns (bool) {
    if (kind == ACCOUNT) return isSignedByKey(holder, digest, signature) || isSignedByCode(holder, digest, signature);
    return kind == PASSKEY && isSignedByPasskey(holder, digest, signature);
}

function isSignedByKey(address holder, bytes32 digest, bytes calldata signature) pure returns (bool) {
    if (signature.length != 65) return false;
    uint8 v = uint8(signature[64]);
    if ((v != 27 && v != 28) || uint256(bytes32(signature[32:64])) > HALF_CURVE_ORDER) return false;
    address signer = ecrecover(digest, v, bytes32(signature[:32]), bytes32(signature[32:64]));
    return signer == holder && signer != address(0);
}

/// @dev At most one word of what the contract returns is read.
function isSignedByCode(address holder, bytes32 digest, bytes calldata signature) view returns (bool valid) {
    if (holder.code.length == 0) return false;
    bytes memory question = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
    bytes32 magic;
    assembly ("memory-safe") {
        if staticcall(gas(), holder, add(question, 32), mload(question), 0, 32) {
            if gt(returndatasize(), 31) { magic := mload(0) }
        }
    }
    return magic == bytes32(IERC1271.isValidSignature.selector);
}

/// @dev WebAuthn §7.2, as far as a contract can: the challenge is the digest, a person was there, the key has signed both.
/// The site is that of the passkey, which signs for no other.
function isSignedByPasskey(address holder, bytes32 digest, bytes calldata signature) view returns (bool) {
    if (signature.length < PASSKEY_HEADER) return false;
    if (address(uint160(uint256(keccak256(signature[:64])))) != holder) return false;
    if (uint256(bytes32(signature[96:128])) > HALF_P256_ORDER) return false;
    uint256 end = PASSKEY_HEADER + uint16(bytes2(signature[128:130]));
    if (end < PASSKEY_HEADER + AUTHENTICATOR_DATA_LENGTH || signature.length < end) return false;
    bytes calldata authenticatorData = signature[PASSKEY_HEADER:end];
    bytes calldata clientData = signature[end:];
    if (authenticatorData[32] & USER_PRESENT == 0 || !hasChallenge(clientData, digest)) return false;
    bytes32 signedHash = sha256(abi.encodePacked(authenticatorData, sha256(clientData)));
    return verifyP256(abi.encodePacked(signedHash, signature[64:128], signature[:64]));
}

/// @dev WebAuthn §5.8.1.1 fixes the beginning of the client data of browsers.
function hasChallenge(bytes calldata clientData, bytes32 digest) pure returns (bool) {
    bytes memory beginning = abi.encodePacked('{"type":"webauthn.get","challenge":"', base64url(digest), '"');
    return
        clientData.length >= beginning.length && keccak256(clientData[:beginning.length]) == keccak256(beginning);
}

/// @dev RFC 4648 §5, without padding.
function base64url(bytes32 word) pure returns (bytes memory text) {
    bytes memory digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    text = new bytes(43);
    for (uint256 i = 0; i < 42; i++) text[i] = digits[(uint256(word) >> (250 - 6 * i)) & 63];
    text[42] = digits[(uint256(word) << 2) & 63];
}

/// @param input Hash, r, s, x, y.
/// @return False also where the chain cannot verify.
function verifyP256(bytes memory input) view returns (bool) {
    (bool success, bytes memory output) = P256_VERIFY.staticcall(input);
    return success && output.length == 32 && uint256(bytes32(output)) == 1;
}

/// @notice Tells whether the chain verifies signatures of passkeys, by one that is known to be valid: the signature of
/// "sample" with SHA-256 in RFC 6979, A.2.5, with its lower s.
function hasP256() view returns (bool) {
    return
        verifyP256(
            abi.encodePacked(
                sha256("sample"),
                hex"efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
                hex"0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9",
                hex"60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
                hex"7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
            )
        );
}
