// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An owner that changes only when the new one accepts, and that cannot be given up.
abstract contract Owned2Step {
    /// @notice The account that may change the settings of this contract.
    address public owner;

    /// @notice The account that may become the owner by calling `acceptOwnership`; zero where none is proposed.
    address public pendingOwner;

    /// @notice A new owner was proposed, or with the zero address a proposal was withdrawn.
    event OwnershipTransferStarted(address indexed owner, address indexed pendingOwner);

    /// @notice The owner has changed.
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    /// @notice Only the owner may do this.
    error NotOwner(address caller);

    /// @notice Only the proposed owner may accept.
    error NotPendingOwner(address caller);

    /// @notice A contract nobody owns could never rotate a signer.
    error ZeroOwner();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor(address initialOwner) {
        if (initialOwner == address(0)) revert ZeroOwner();
        _setOwner(initialOwner);
    }

    /// @notice Proposes a new owner. The present owner stays in charge until the proposed one accepts.
    /// @param newOwner The proposed owner; the zero address withdraws an earlier proposal.
    function transferOwnership(address newOwner) external onlyOwner {
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(owner, newOwner);
    }

    /// @notice Makes the caller the owner, if it is the proposed one.
    function acceptOwnership() external {
        if (msg.sender != pendingOwner) revert NotPendingOwner(msg.sender);
        delete pendingOwner;
        _setOwner(msg.sender);
    }

    function _setOwner(address newOwner) private {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }
}
