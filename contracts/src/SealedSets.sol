// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ACCOUNT, isSignedBy} from "./HolderSignature.sol";
import {hashRecordSet} from "./RecordSets.sol";
import {Seals} from "./Seals.sol";

/// @notice Verifies the records of sealed names: those that the holder has signed, and texts that a delegate of the holder
/// has signed.
abstract contract SealedSets is Seals {
    bytes32 private constant DELEGATION_TYPE =
        keccak256("Delegation(bytes32 node,address delegate,uint64 sequence,uint64 validUntil)");

    /// @dev Sequence (8), valid until (8), length of the signature (2), of the records (4).
    uint256 private constant SET_HEADER = 22;

    /// @dev Delegate (20), sequence (8), valid until (8), length of the holder's signature (2).
    uint256 private constant DELEGATION_HEADER = 38;

    /// @notice A signed set is shorter than its lengths say, or has bytes behind its end.
    error MalformedSet();

    /// @notice The number is lower than `sequence`, that of the seal.
    error SetSuperseded(uint64 sequence);

    /// @notice The holder's signature was for a time that ended at `validUntil`, in Unix seconds.
    error SetExpired(uint64 validUntil);

    /// @notice The set is not signed by the holder.
    error NotSignedByHolder();

    /// @notice The texts are not signed by a delegate of the holder.
    error NotSignedByDelegate();

    /// @param signedSets A set of the holder: header, signature, records. Behind it nothing, or a delegation (header, signature of
    /// the holder) and a set of the delegate, which is signed as one of the holder's would be.
    /// @return records Of the holder.
    /// @return delegated Of the delegate; empty without one.
    function _verifiedRecords(
        bytes32 node,
        Seal memory seal,
        bytes calldata signedSets
    ) internal view returns (bytes calldata records, bytes calldata delegated) {
        bytes calldata rest;
        bool signed;
        (records, rest, signed) = _readSet(node, seal, signedSets);
        if (!signed) revert NotSignedByHolder();
        delegated = rest[0:0];
        if (rest.length == 0) return (records, delegated);
        address delegate;
        (delegate, rest) = _readDelegation(node, seal, rest);
        (delegated, rest, signed) = _readSet(node, Seal(delegate, ACCOUNT, 0), rest);
        if (!signed) revert NotSignedByDelegate();
        if (rest.length != 0) revert MalformedSet();
    }

    function _readSet(
        bytes32 node,
        Seal memory signer,
        bytes calldata set
    ) private view returns (bytes calldata records, bytes calldata rest, bool signed) {
        if (set.length < SET_HEADER) revert MalformedSet();
        uint256 signatureEnd = SET_HEADER + uint16(bytes2(set[16:18]));
        uint256 end = signatureEnd + uint32(bytes4(set[18:22]));
        if (set.length < end) revert MalformedSet();
        records = set[signatureEnd:end];
        rest = set[end:];
        uint64 sequence = uint64(bytes8(set[:8]));
        uint64 validUntil = uint64(bytes8(set[8:16]));
        _requireCounting(sequence, signer.sequence, validUntil);
        bytes32 digest = _typedDigest(hashRecordSet(node, sequence, validUntil, records));
        signed = isSignedBy(signer.kind, signer.holder, digest, set[SET_HEADER:signatureEnd]);
    }

    function _readDelegation(
        bytes32 node,
        Seal memory seal,
        bytes calldata delegation
    ) private view returns (address delegate, bytes calldata rest) {
        if (delegation.length < DELEGATION_HEADER) revert MalformedSet();
        uint256 end = DELEGATION_HEADER + uint16(bytes2(delegation[36:38]));
        if (delegation.length < end) revert MalformedSet();
        delegate = address(bytes20(delegation[:20]));
        uint64 sequence = uint64(bytes8(delegation[20:28]));
        uint64 validUntil = uint64(bytes8(delegation[28:36]));
        _requireCounting(sequence, seal.sequence, validUntil);
        bytes32 digest = _typedDigest(keccak256(abi.encode(DELEGATION_TYPE, node, delegate, sequence, validUntil)));
        bytes calldata signature = delegation[DELEGATION_HEADER:end];
        if (!isSignedBy(seal.kind, seal.holder, digest, signature)) revert NotSignedByHolder();
        rest = delegation[end:];
    }

    function _requireCounting(uint64 number, uint64 sequence, uint64 validUntil) private view {
        if (number < sequence) revert SetSuperseded(sequence);
        if (validUntil < _validityTime()) revert SetExpired(validUntil);
    }

    /// @dev In Unix seconds: signatures that were valid until earlier do not count.
    function _validityTime() internal view virtual returns (uint256);
}
