// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV2Registry} from "./Standards.sol";

/// @title Stand-in for an ENS v2 registry: the names of one level, by label
/// @notice Reads behave like the real one. Writes are for tests: anyone may make them, and any state may be made, past
/// expiries included. An id is a labelhash as a number; its low 32 bits are ignored on input.
contract DevnetV2Registry is IV2Registry {
    enum Status {
        AVAILABLE,
        RESERVED,
        REGISTERED
    }

    /// @notice `expiry` in Unix seconds; `latestOwner` is still told when the name has expired.
    struct State {
        Status status;
        uint64 expiry;
        address latestOwner;
        uint256 tokenId;
        uint256 resource;
    }

    struct Entry {
        uint64 expiry;
        uint32 tokenVersion;
        address owner;
        address resolver;
        address subregistry;
    }

    mapping(uint256 id => Entry) private _entries;
    mapping(uint256 id => mapping(address account => uint256)) private _roles;

    /// @notice Sets everything about a name. Without an owner it is reserved.
    function set(
        string calldata label,
        address owner,
        address subregistry,
        address resolver,
        uint64 expiry
    ) external {
        Entry storage entry = _entry(labelId(label));
        entry.owner = owner;
        entry.subregistry = subregistry;
        entry.resolver = resolver;
        entry.expiry = expiry;
    }

    /// @notice Gives an account roles over a name, which changes the token id.
    function grantRoles(uint256 anyId, uint256 roleBitmap, address account) external {
        _roles[_id(anyId)][account] |= roleBitmap;
        _entry(anyId).tokenVersion++;
    }

    /// @notice Takes roles over a name from an account, which changes the token id.
    function revokeRoles(uint256 anyId, uint256 roleBitmap, address account) external {
        _roles[_id(anyId)][account] &= ~roleBitmap;
        _entry(anyId).tokenVersion++;
    }

    /// @notice All about a name that the registry keeps, expired or not; zeros for a name it never had.
    function getState(uint256 anyId) external view returns (State memory) {
        Entry storage entry = _entry(anyId);
        return State(_status(entry), entry.expiry, entry.owner, getTokenId(anyId), _id(anyId));
    }

    /// @notice When the name expires or has expired, in Unix seconds; 0 for a name never registered.
    function getExpiry(uint256 anyId) external view returns (uint64) {
        return _entry(anyId).expiry;
    }

    /// @notice As `getExpiry`.
    function findExpiry(string calldata label) external view returns (uint64) {
        return _entry(labelId(label)).expiry;
    }

    /// @notice The holder of a token; the zero address when the name has expired or the token id is outdated.
    function ownerOf(uint256 tokenId) external view returns (address) {
        Entry storage entry = _entry(tokenId);
        return _status(entry) == Status.REGISTERED && tokenId == getTokenId(tokenId) ? entry.owner : address(0);
    }

    /// @notice Whether the account has all of these roles over the name.
    function hasRoles(uint256 anyId, uint256 roleBitmap, address account) external view returns (bool) {
        return _roles[_id(anyId)][account] & roleBitmap == roleBitmap;
    }

    /// @inheritdoc IV2Registry
    /// @notice The zero address when the name has expired.
    function getResolver(string calldata label) external view returns (address) {
        Entry storage entry = _entry(labelId(label));
        return _status(entry) == Status.AVAILABLE ? address(0) : entry.resolver;
    }

    /// @inheritdoc IV2Registry
    /// @notice The zero address when the name has expired.
    function getSubregistry(string calldata label) external view returns (address) {
        Entry storage entry = _entry(labelId(label));
        return _status(entry) == Status.AVAILABLE ? address(0) : entry.subregistry;
    }

    /// @notice The id of a label: its labelhash as a number.
    function labelId(string memory label) public pure returns (uint256) {
        return uint256(keccak256(bytes(label)));
    }

    /// @notice The present token id of a name. It changes with the roles.
    function getTokenId(uint256 anyId) public view returns (uint256) {
        return _entry(anyId).expiry == 0 ? 0 : _id(anyId) | _entry(anyId).tokenVersion;
    }

    function _status(Entry storage entry) private view returns (Status) {
        if (block.timestamp >= entry.expiry) return Status.AVAILABLE;
        return entry.owner == address(0) ? Status.RESERVED : Status.REGISTERED;
    }

    function _entry(uint256 anyId) private view returns (Entry storage) {
        return _entries[_id(anyId)];
    }

    function _id(uint256 anyId) private pure returns (uint256) {
        return anyId & ~uint256(type(uint32).max);
    }
}
