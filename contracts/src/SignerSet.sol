// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Owned2Step} from "./Owned2Step.sol";

/// @notice The keys whose signatures are believed. Several are valid at once, so that a key can be replaced
/// without a moment in which answers fail: add the new one, let the gateway use it, remove the old one.
abstract contract SignerSet is Owned2Step {
    address[] private _signers;

    /// @dev Position in `_signers`, counted from one; zero means not a signer.
    mapping(address signer => uint256) private _position;

    /// @notice Signatures of `signer` are believed from now on.
    event SignerAdded(address indexed signer);

    /// @notice Signatures of `signer` are no longer believed, those made earlier included.
    event SignerRemoved(address indexed signer);

    /// @notice Signature recovery answers the zero address when it fails, so it can never be a signer.
    error ZeroSigner();

    /// @notice `signer` is in the set already.
    error AlreadySigner(address signer);

    /// @notice `signer` is not in the set.
    error NotSigner(address signer);

    constructor(address[] memory initialSigners) {
        for (uint256 i = 0; i < initialSigners.length; i++) _addSigner(initialSigners[i]);
    }

    /// @notice Adds a key to the set.
    /// @param signer Address of the key.
    function addSigner(address signer) external onlyOwner {
        _addSigner(signer);
    }

    /// @notice Removes a key from the set at once. The last one may go too: then nothing resolves until another
    /// is added, which is what an owner needs whose only key has leaked.
    /// @param signer Address of the key.
    function removeSigner(address signer) external onlyOwner {
        uint256 position = _position[signer];
        if (position == 0) revert NotSigner(signer);

        address last = _signers[_signers.length - 1];
        _signers[position - 1] = last;
        _position[last] = position;
        _signers.pop();
        delete _position[signer];
        emit SignerRemoved(signer);
    }

    /// @notice Every key of the set, in no particular order.
    /// @return Their addresses.
    function signers() external view returns (address[] memory) {
        return _signers;
    }

    /// @notice Tells whether signatures of a key are believed.
    /// @param signer Address of the key.
    /// @return True for a key of the set.
    function isSigner(address signer) public view returns (bool) {
        return _position[signer] != 0;
    }

    function _addSigner(address signer) private {
        if (signer == address(0)) revert ZeroSigner();
        if (isSigner(signer)) revert AlreadySigner(signer);
        _signers.push(signer);
        _position[signer] = _signers.length;
        emit SignerAdded(signer);
    }
}
