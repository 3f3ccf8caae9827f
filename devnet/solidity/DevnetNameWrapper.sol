// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRegistry} from "./Standards.sol";

/// @notice The v1 registrar of `.eth`, as far as wrapping needs it.
interface IBaseRegistrar {
    function transferFrom(address from, address to, uint256 id) external;
    function reclaim(uint256 id, address owner) external;
}

/// @title Stand-in for ENS's NameWrapper: it holds names for their owners, without fuses, subnames or tokens
contract DevnetNameWrapper {
    /// @dev namehash("eth")
    bytes32 private constant ETH_NODE = 0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae;

    IRegistry private immutable _registry;
    IBaseRegistrar private immutable _registrar;

    mapping(bytes32 node => address) private _owners;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    /// @notice Only the owner of the wrapped name, or an operator of the owner, may do this.
    error Unauthorised(bytes32 node, address account);

    /// @param registry The v1 registry.
    /// @param registrar The v1 registrar of `.eth`.
    constructor(IRegistry registry, IBaseRegistrar registrar) {
        _registry = registry;
        _registrar = registrar;
    }

    /// @notice Takes the registration and the registry entry of `<label>.eth` from the caller, who has approved this
    /// contract with the registrar, and holds them for `owner`. The resolver stays.
    function wrapETH2LD(string calldata label, address owner) external {
        bytes32 labelhash = keccak256(bytes(label));
        _registrar.transferFrom(msg.sender, address(this), uint256(labelhash));
        _registrar.reclaim(uint256(labelhash), address(this));
        _owners[keccak256(abi.encodePacked(ETH_NODE, labelhash))] = owner;
    }

    /// @notice Lets `operator` act for the caller, or not any more.
    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    /// @notice Sets the resolver of a wrapped name in the registry.
    function setResolver(bytes32 node, address resolver) external {
        if (!canModifyName(node, msg.sender)) revert Unauthorised(node, msg.sender);
        _registry.setResolver(node, resolver);
    }

    /// @notice The owner of a wrapped name; the zero address where it is not wrapped.
    /// @param id The node as a number.
    function ownerOf(uint256 id) external view returns (address) {
        return _owners[bytes32(id)];
    }

    /// @notice Whether the account is the owner of a wrapped name or an operator of the owner.
    function canModifyName(bytes32 node, address account) public view returns (bool) {
        address owner = _owners[node];
        return owner != address(0) && (owner == account || isApprovedForAll[owner][account]);
    }
}
