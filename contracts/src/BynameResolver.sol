// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {computeRoot} from "./MerklePath.sol";
import {Owned2Step} from "./Owned2Step.sol";
import {countSiblings, recoverSigner, SIGNATURE_LENGTH} from "./Signature.sol";
import {SignerSet} from "./SignerSet.sol";
import {IERC165, IERC7996, IExtendedResolver, IOffchainMetadata, OffchainLookup} from "./Standards.sol";

/// @title Resolver of offchain names
/// @notice Sends every question to a gateway (EIP-3668) and returns the gateway's answer if one of the signers has
/// signed it for this chain, this contract, this question and this moment, alone or as a leaf of a tree whose root is
/// signed. It holds no records and cannot be upgraded.
contract BynameResolver is SignerSet, IERC165, IERC7996, IExtendedResolver, IOffchainMetadata {
    /// @notice How far ahead, in seconds, the expiry of an answer may lie.
    uint256 public constant MAX_LIFETIME = 1 hours;

    /// @notice How many siblings an answer can have: a tree has 2^16 leaves at most, more than a gateway answers at once.
    uint256 public constant MAX_DEPTH = 16;

    /// @dev `multicall(bytes[])` inside `resolve` is one question with one signed answer (ENSIP-22).
    bytes4 private constant MULTICALL_FEATURE = bytes4(keccak256("eth.ens.resolver.extended.multicall"));

    /// @dev The root name in DNS wire form: what holds for it holds for every name.
    bytes private constant EVERY_NAME = hex"00";

    string[] private _urls;
    string[] private _rpcUrls;

    /// @notice The gateway URLs were set.
    event UrlsChanged(string[] urls);

    /// @notice Without a gateway URL nothing could resolve.
    error NoUrls();

    /// @notice The URL at `index` of the list is the empty string.
    error EmptyUrl(uint256 index);

    /// @notice The answer was valid until `expires`, in Unix seconds.
    error AnswerExpired(uint64 expires, uint256 timestamp);

    /// @notice The answer claims to be valid until `expires`; the furthest that is accepted now is `latest`.
    error LifetimeTooLong(uint64 expires, uint256 latest);

    /// @notice The answer has `depth` siblings, more than MAX_DEPTH.
    error PathTooDeep(uint256 depth);

    /// @notice The answer is properly signed, but not by one of the signers.
    error UntrustedSigner(address signer);

    /// @notice The answer is itself an OffchainLookup, which would send the client to where its signer likes.
    error NestedLookup();

    /// @param initialOwner Who may change signers and URLs.
    /// @param initialUrls Gateway URL templates, in the order in which clients try them; at least one.
    /// @param initialSigners Keys whose answers are believed; while there are none, nothing resolves.
    constructor(
        address initialOwner,
        string[] memory initialUrls,
        address[] memory initialSigners
    ) Owned2Step(initialOwner) SignerSet(initialSigners) {
        _setUrls(initialUrls);
        emit MetadataChanged(EVERY_NAME, _rpcUrls, 0, address(0));
    }

    /// @inheritdoc IExtendedResolver
    /// @dev Always reverts with OffchainLookup. The question travels in `extraData` as well, so that the callback
    /// knows what was asked, whatever the gateway answers.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(IExtendedResolver.resolve, (name, data));
        revert OffchainLookup(address(this), _urls, request, this.resolveWithProof.selector, request);
    }

    /// @notice Checks the gateway's answer and returns it: the callback of `resolve`.
    /// @dev An answer of four bytes more than whole words is an ABI-encoded error (for example
    /// UnsupportedResolverProfile) and is reverted with as it stands. Otherwise reverts as the errors above and in
    /// Signature.sol say, and without data where `response` does not decode.
    /// @param response ABI-encoded (bytes result, uint64 expires, bytes signature); `expires` in Unix seconds. The signature
    /// is r, s, v, of `digest`; or r, s, v of `rootDigest` and the siblings of `digest` in the tree, the lowest first.
    /// @param extraData The question, as `resolve` put it.
    /// @return The ABI-encoded return values of the record call.
    function resolveWithProof(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        _requireTimely(expires);
        bytes32 signedHash = _signedHash(digest(extraData, result, expires), signature);
        address signer = recoverSigner(signedHash, signature);
        if (!isSigner(signer)) revert UntrustedSigner(signer);
        if (result.length % 32 == 4) _revertWith(result);
        return result;
    }

    /// @notice Sets the gateway URLs.
    /// @param newUrls URL templates, in the order in which clients try them; at least one.
    function setUrls(string[] memory newUrls) external onlyOwner {
        _setUrls(newUrls);
    }

    /// @notice Sets the JSON-RPC endpoints that `metadata` tells (ENSIP-16). Resolution does not use them.
    /// @param newRpcUrls Endpoints that serve the events of the data; may be empty.
    function setMetadata(string[] memory newRpcUrls) external onlyOwner {
        _rpcUrls = newRpcUrls;
        emit MetadataChanged(EVERY_NAME, newRpcUrls, 0, address(0));
    }

    /// @notice The gateway URL templates, in the order in which clients try them.
    /// @return The list, never empty.
    function urls() external view returns (string[] memory) {
        return _urls;
    }

    /// @inheritdoc IOffchainMetadata
    /// @dev The same for every name: chain id 0, which says that the data is in an offchain database.
    function metadata(bytes calldata) external view returns (string[] memory, uint256, address) {
        return (_rpcUrls, 0, address(0));
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return
            interfaceId == type(IERC165).interfaceId ||
            interfaceId == type(IERC7996).interfaceId ||
            interfaceId == type(IExtendedResolver).interfaceId ||
            interfaceId == type(IOffchainMetadata).interfaceId;
    }

    /// @inheritdoc IERC7996
    function supportsFeature(bytes4 feature) external pure returns (bool) {
        return feature == MULTICALL_FEATURE;
    }

    /// @notice What a signer signs, as it stands, for one answer of this contract on this chain; a leaf, for many.
    /// @param request The question: what the gateway was sent as call data.
    /// @param result The answer: the ABI-encoded return values of the record call.
    /// @param expires Until when the answer is valid, in Unix seconds.
    /// @return The digest.
    function digest(bytes memory request, bytes memory result, uint64 expires) public view returns (bytes32) {
        return
            keccak256(
                abi.encodePacked(
                    hex"1900",
                    address(this),
                    block.chainid,
                    expires,
                    keccak256(request),
                    keccak256(result)
                )
            );
    }

    /// @notice What a signer signs, as it stands, for all answers below a root, of this contract on this chain. Its
    /// preimage has 86 bytes and that of `digest` 126: neither can be presented as the other.
    /// @param root Of the tree: a node is keccak256 of 0x01 and its two children, the smaller first.
    /// @return The digest.
    function rootDigest(bytes32 root) public view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1900", address(this), block.chainid, root));
    }

    function _signedHash(bytes32 leaf, bytes memory signature) private view returns (bytes32) {
        uint256 depth = countSiblings(signature);
        if (depth > MAX_DEPTH) revert PathTooDeep(depth);
        return depth == 0 ? leaf : rootDigest(computeRoot(leaf, signature, SIGNATURE_LENGTH));
    }

    function _setUrls(string[] memory newUrls) private {
        if (newUrls.length == 0) revert NoUrls();
        for (uint256 i = 0; i < newUrls.length; i++) {
            if (bytes(newUrls[i]).length == 0) revert EmptyUrl(i);
        }
        _urls = newUrls;
        emit UrlsChanged(newUrls);
    }

    function _requireTimely(uint64 expires) private view {
        if (expires < block.timestamp) revert AnswerExpired(expires, block.timestamp);
        uint256 latest = block.timestamp + MAX_LIFETIME;
        if (expires > latest) revert LifetimeTooLong(expires, latest);
    }

    function _revertWith(bytes memory failure) private pure {
        if (bytes4(failure) == OffchainLookup.selector) revert NestedLookup();
        assembly ("memory-safe") {
            revert(add(failure, 32), mload(failure))
        }
    }
}
