// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Owned2Step} from "./Owned2Step.sol";
import {MAX_ZONE_DEPTH} from "./Zone.sol";

/// @notice A clock that the anchor winds. While it runs, names are answered by the gateway. When the last
/// beat is older than `grace`, the contract is dark: names are answered from files of the last root that counts.
abstract contract Heartbeat is Owned2Step {
    uint40 private constant MAX_DELAY = 30 days;

    /// @notice How long after a beat the gateway answers, in seconds.
    uint64 public immutable grace;

    /// @notice The account that may beat, and can do nothing else; zero: no account may.
    address public anchor;

    /// @notice When the last beat was, in Unix seconds; zero before the first one, when the contract cannot become dark.
    uint40 public lastBeat;

    /// @notice How long, in seconds, a root is known before it counts.
    uint40 public delay;

    /// @notice Whether the owner has given up the heartbeat for good: files answer.
    bool public frozen;

    /// @dev `_latest` came last. `_pending` came before it and waits, so that frequent beats do not keep all of them from
    /// counting. `_current` counts until one of them does.
    Root private _latest;
    Root private _pending;
    Root private _current;

    string[] private _files;

    struct Root {
        bytes32 hash;
        uint8 depth;
        uint40 since;
    }

    /// @notice The anchor has beaten. A root that differs from the one before counts after the delay.
    /// @param logRoot Root of a log of all changes, of `logSize` entries; zero without one.
    event Beat(bytes32 indexed root, uint8 depth, bytes32 logRoot, uint64 logSize);

    /// @notice The owner has set a root, which counts at once.
    event ZoneChanged(bytes32 root, uint8 depth);

    /// @notice The owner has given up the heartbeat for good.
    event Frozen();

    /// @notice The owner has stopped the heartbeat, and there are no files: only another beat begins it again.
    event HeartbeatStopped();

    event HeartbeatChanged(address anchor, uint40 delay);
    event FilesChanged(string[] urls);

    error GraceTooShort(uint64 grace);

    /// @notice A root waits for 30 days at most.
    error DelayTooLong(uint40 delay);

    error NotAnchor(address caller);
    error AlreadyFrozen();

    /// @notice No zone has this root.
    error ZeroRoot();

    /// @notice The tree has 24 levels at most.
    error DepthTooLarge(uint8 depth);

    constructor(uint64 initialGrace) {
        if (initialGrace < 1 hours) revert GraceTooShort(initialGrace);
        grace = initialGrace;
    }

    /// @notice Winds the clock, and says which files there are.
    function beat(bytes32 newRoot, uint8 newDepth, bytes32 logRoot, uint64 logSize) external {
        if (msg.sender != anchor) revert NotAnchor(msg.sender);
        if (frozen) revert AlreadyFrozen();
        _requireZone(newRoot, newDepth);
        if (newRoot != _latest.hash || newDepth != _latest.depth) {
            if (delay != 0) _keepFormerRoots();
            _latest = Root(newRoot, newDepth, uint40(block.timestamp));
        }
        lastBeat = uint40(block.timestamp);
        emit Beat(newRoot, newDepth, logRoot, logSize);
    }

    /// @notice Sets who may beat, and how long a root is known before it counts. The root that counts goes on counting until the
    /// next one does; roots of another anchor that wait are forgotten.
    function setHeartbeat(address newAnchor, uint40 newDelay) external onlyOwner {
        if (newDelay > MAX_DELAY) revert DelayTooLong(newDelay);
        _keepCounting();
        if (newAnchor != anchor) {
            delete _pending;
            if (!_counts(_latest)) delete _latest;
        }
        anchor = newAnchor;
        delay = newDelay;
        emit HeartbeatChanged(newAnchor, newDelay);
    }

    /// @notice Sets a root that counts at once; the clock is not wound.
    function setZone(bytes32 newRoot, uint8 newDepth) external onlyOwner {
        _setZone(newRoot, newDepth);
    }

    /// @notice Gives up the heartbeat for good: from now on files of this root answer, or of another that the owner sets.
    function freeze(bytes32 newRoot, uint8 newDepth) external onlyOwner {
        if (frozen) revert AlreadyFrozen();
        _setZone(newRoot, newDepth);
        frozen = true;
        lastBeat = uint40(block.timestamp);
        emit Frozen();
    }

    /// @notice Stops the heartbeat and forgets the roots: names are answered by the gateway, however old the last beat was.
    function stopHeartbeat() external onlyOwner {
        if (frozen) revert AlreadyFrozen();
        delete lastBeat;
        delete _latest;
        delete _pending;
        delete _current;
        emit HeartbeatStopped();
    }

    /// @notice Sets the base URLs of the files, in the order in which clients try them.
    function setFiles(string[] memory newUrls) external onlyOwner {
        _files = newUrls;
        emit FilesChanged(newUrls);
    }

    /// @notice The base URLs of the files, in the order in which clients try them.
    function files() public view returns (string[] memory) {
        return _files;
    }

    /// @notice Whether files answer now.
    function isDark() public view returns (bool) {
        return frozen || (lastBeat != 0 && block.timestamp > uint256(lastBeat) + grace);
    }

    /// @notice The root that counts now, and the depth of its tree; zero without one.
    function zone() public view returns (bytes32 root, uint8 depth) {
        Root memory chosen = _counts(_latest) ? _latest : _counts(_pending) ? _pending : _current;
        return (chosen.hash, chosen.depth);
    }

    /// @dev A root since 1970 counts with any delay, so that no root before it is read again.
    function _setZone(bytes32 newRoot, uint8 newDepth) private {
        _requireZone(newRoot, newDepth);
        _latest = Root(newRoot, newDepth, 0);
        emit ZoneChanged(newRoot, newDepth);
    }

    /// @dev Before `_latest` is replaced: the newest root that counts becomes `_current`, the oldest that waits `_pending`.
    function _keepFormerRoots() private {
        _keepCounting();
        if (_pending.hash == 0 && !_counts(_latest)) _pending = _latest;
    }

    /// @dev The newest root that counts becomes `_current`.
    function _keepCounting() private {
        if (_counts(_latest)) _current = _latest;
        else if (_counts(_pending)) _current = _pending;
        else return;
        delete _pending;
    }

    function _counts(Root memory candidate) private view returns (bool) {
        return candidate.hash != 0 && block.timestamp >= uint256(candidate.since) + delay;
    }

    function _requireZone(bytes32 root, uint8 depth) private pure {
        if (root == 0) revert ZeroRoot();
        if (depth > MAX_ZONE_DEPTH) revert DepthTooLarge(depth);
    }
}
