// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Owned2Step} from "./Owned2Step.sol";
import {answerOf, answersOf, MULTICALL} from "./RecordCalls.sol";
import {IERC165, IERC7996, IExtendedResolver, OffchainLookup} from "./Standards.sol";
import {bucketOf, bucketPath, findRecordSet, MAX_ZONE_DEPTH, nodeOf, zoneRoot} from "./Zone.sol";

/// @title Resolver of a frozen zone
/// @notice Resolves the names of a domain from static files, each proven against one root. There is no signer, no expiry and
/// no server: any host that has the files will do, and none of them can change a record, invent a name or deny one.
contract FrozenZoneResolver is Owned2Step, IERC165, IERC7996, IExtendedResolver {
    /// @dev `multicall(bytes[])` inside `resolve` is one file for all calls (ENSIP-22).
    bytes4 private constant MULTICALL_FEATURE = bytes4(keccak256("eth.ens.resolver.extended.multicall"));

    /// @notice Root of the tree of buckets.
    bytes32 public root;

    /// @notice Depth of the tree: there are 2^depth buckets, one for each value of the node's first bits.
    uint8 public depth;

    string[] private _urls;

    /// @notice The root and the depth of the zone were set.
    event ZoneChanged(bytes32 root, uint8 depth);

    /// @notice The base URLs were set.
    event UrlsChanged(string[] urls);

    /// @notice Without a base URL no name could resolve.
    error NoUrls();

    /// @notice The URL at `index` of the list is the empty string.
    error EmptyUrl(uint256 index);

    /// @notice No zone has this root.
    error ZeroRoot();

    /// @notice The tree has 24 levels at most.
    error DepthTooLarge(uint8 depth);

    /// @notice The file does not have as many siblings as the tree has levels.
    error ShortProof(uint256 length);

    /// @notice The file is not that of the name's bucket in this zone.
    error InvalidProof(bytes32 computedRoot);

    /// @param initialOwner Who may set another zone and other URLs.
    /// @param initialRoot Root of the tree of buckets.
    /// @param initialDepth Depth of that tree.
    /// @param initialUrls Base URLs below which the files are, in the order in which clients try them; at least one.
    constructor(
        address initialOwner,
        bytes32 initialRoot,
        uint8 initialDepth,
        string[] memory initialUrls
    ) Owned2Step(initialOwner) {
        _setZone(initialRoot, initialDepth);
        _setUrls(initialUrls);
    }

    /// @inheritdoc IExtendedResolver
    /// @dev Always reverts with OffchainLookup, or InvalidName. A file depends on the node alone, so there is no call data
    /// to send; `extraData` is the node (32) and the record call.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes32 node = nodeOf(name);
        string[] memory files = _urls;
        string memory path = bucketPath(bucketOf(node, depth));
        for (uint256 i = 0; i < files.length; i++) files[i] = string.concat(files[i], path);
        bytes memory question = abi.encodePacked(node, data);
        revert OffchainLookup(address(this), files, "", this.resolveWithProof.selector, question);
    }

    /// @notice Checks the file and answers from it: the callback of `resolve`.
    /// @dev Reverts as the errors above and in RecordCalls.sol say, and without data where the call does not decode.
    /// @param response The file: `depth` siblings of 32 bytes, the lowest first, and the bucket.
    /// @param extraData The question, as `resolve` put it.
    /// @return The ABI-encoded return values of the record call.
    function resolveWithProof(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        bytes32 node = bytes32(extraData[:32]);
        bytes calldata call = extraData[32:];
        bytes calldata recordSet = findRecordSet(_verifiedBucket(response, node), node);
        if (bytes4(call[:4]) == MULTICALL) return answersOf(recordSet, recordSet[0:0], node, call[4:]);
        bytes memory answer = answerOf(recordSet, recordSet[0:0], node, call);
        if (answer.length % 32 == 4) _revertWith(answer);
        return answer;
    }

    /// @notice Sets another zone, and where its files are.
    /// @param newRoot Root of the tree of buckets.
    /// @param newDepth Depth of that tree.
    /// @param newUrls Base URLs, in the order in which clients try them; at least one.
    function setZone(bytes32 newRoot, uint8 newDepth, string[] memory newUrls) external onlyOwner {
        _setZone(newRoot, newDepth);
        _setUrls(newUrls);
    }

    /// @notice Sets where the files of the zone are.
    /// @param newUrls Base URLs, in the order in which clients try them; at least one.
    function setUrls(string[] memory newUrls) external onlyOwner {
        _setUrls(newUrls);
    }

    /// @notice The base URLs, in the order in which clients try them.
    /// @return The list, never empty.
    function urls() external view returns (string[] memory) {
        return _urls;
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return
            interfaceId == type(IERC165).interfaceId ||
            interfaceId == type(IERC7996).interfaceId ||
            interfaceId == type(IExtendedResolver).interfaceId;
    }

    /// @inheritdoc IERC7996
    function supportsFeature(bytes4 feature) external pure returns (bool) {
        return feature == MULTICALL_FEATURE;
    }

    function _setZone(bytes32 newRoot, uint8 newDepth) private {
        if (newRoot == 0) revert ZeroRoot();
        if (newDepth > MAX_ZONE_DEPTH) revert DepthTooLarge(newDepth);
        root = newRoot;
        depth = newDepth;
        emit ZoneChanged(newRoot, newDepth);
    }

    function _setUrls(string[] memory newUrls) private {
        if (newUrls.length == 0) revert NoUrls();
        for (uint256 i = 0; i < newUrls.length; i++) {
            if (bytes(newUrls[i]).length == 0) revert EmptyUrl(i);
        }
        _urls = newUrls;
        emit UrlsChanged(newUrls);
    }

    /// @dev The number of siblings follows from the depth and the index from the node: the file decides neither.
    function _verifiedBucket(bytes calldata response, bytes32 node) private view returns (bytes calldata bucket) {
        uint256 proofLength = 32 * uint256(depth);
        if (response.length < proofLength) revert ShortProof(response.length);
        bucket = response[proofLength:];
        bytes32 computed = zoneRoot(bucketOf(node, depth), bucket, response[:proofLength]);
        if (computed != root) revert InvalidProof(computed);
    }

    function _revertWith(bytes memory failure) private pure {
        assembly ("memory-safe") {
            revert(add(failure, 32), mload(failure))
        }
    }
}
