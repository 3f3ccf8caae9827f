// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Heartbeat} from "./Heartbeat.sol";
import {computeRoot} from "./MerklePath.sol";
import {Owned2Step} from "./Owned2Step.sol";
import {answerOf, answersOf, MULTICALL} from "./RecordCalls.sol";
import {SealedSets} from "./SealedSets.sol";
import {Seals, UNWRITTEN} from "./Seals.sol";
import {countSiblings, recoverSigner, SIGNATURE_LENGTH} from "./Signature.sol";
import {SignerSet} from "./SignerSet.sol";
import {
    IERC165,
    IERC7996,
    IExtendedResolver,
    IOffchainMetadata,
    ISealedGateway,
    IVerifiableResolver,
    OffchainLookup
} from "./Standards.sol";
import {childOf, fileUrl, requireBucket} from "./Tiles.sol";
import {findRecord, findRecordSet, nodeOf} from "./Zone.sol";

/// @title Resolver of offchain names
/// @notice Sends every question to where the answer is (EIP-3668), and returns it if who may give it has signed it. **Live**: a
/// gateway, whose signer has signed the answer for this chain, this contract, this question and this moment, alone or as a
/// leaf of a tree whose root is signed. **Sealed**: a gateway too, but only the holder's signature of all records of the name
/// counts. **Dark**, when the last beat is older than the grace period: files, proven against the root of the last
/// beat. It holds no records and cannot be upgraded.
contract BynameResolver is
    SignerSet,
    SealedSets,
    Heartbeat,
    IERC165,
    IERC7996,
    IExtendedResolver,
    IOffchainMetadata,
    IVerifiableResolver
{
    /// @notice Whose word an answer for a name is: the gateway's; the holder's; the files', or the holder's where a file proves
    /// it by the trees of seals; the gateway's or the holder's, which the answer proves by these.
    enum Trust {
        Gateway,
        Holder,
        Files,
        Proven
    }

    /// @notice How far ahead, in seconds, the expiry of an answer may lie.
    uint256 public constant MAX_LIFETIME = 1 hours;

    /// @notice How many siblings an answer can have: a tree has 2^16 leaves at most, more than a gateway answers at once.
    uint256 public constant MAX_DEPTH = 16;

    /// @dev `multicall(bytes[])` inside `resolve` is one question with one signed answer (ENSIP-22).
    bytes4 private constant MULTICALL_FEATURE = bytes4(keccak256("eth.ens.resolver.extended.multicall"));

    /// @dev The root name in DNS wire form: what holds for it holds for every name.
    bytes private constant EVERY_NAME = hex"00";

    /// @dev Keys of records that files have for sealed names: what the gateway would answer, and what proves the seal.
    bytes private constant SIGNED_SETS_KEY = hex"7f";
    bytes private constant SEAL_PROOF_KEY = hex"7e";

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

    /// @notice Files do not answer now.
    error NotDark();

    /// @notice Files should answer, and no hosts are set.
    error NoFiles();

    /// @param initialOwner Who may change signers and URLs.
    /// @param initialUrls Gateway URL templates, in the order in which clients try them; at least one.
    /// @param initialSigners Keys whose answers are believed; while there are none, no name that is not sealed resolves.
    /// @param initialGrace How long after a beat the gateway answers, in seconds; an hour at least.
    /// @param initialNotice How long before it the owner announces that a name is unsealed, in seconds; zero for never.
    constructor(
        address initialOwner,
        string[] memory initialUrls,
        address[] memory initialSigners,
        uint64 initialGrace,
        uint64 initialNotice
    ) Owned2Step(initialOwner) SignerSet(initialSigners) Heartbeat(initialGrace) Seals(initialNotice) {
        _setUrls(initialUrls);
        emit MetadataChanged(EVERY_NAME, _rpcUrls, 0, address(0));
        emit VerifierChanged(EVERY_NAME, address(this));
    }

    /// @inheritdoc IExtendedResolver
    /// @dev Always reverts, with OffchainLookup except for what is said above. Who may answer is chosen here, by the state of
    /// the chain. The question travels in `extraData` as well, so that the callback knows what was asked, whatever comes back.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes32 node = nodeOf(name);
        if (isDark()) {
            (bytes32 root, uint8 depth) = zone();
            _lookUpFile(root, depth, depth, node, data);
        }
        bytes memory request = abi.encodeCall(IExtendedResolver.resolve, (name, data));
        uint8 kind = seals[node].kind;
        if (_isSealed(kind)) {
            bytes memory call = abi.encodeCall(ISealedGateway.recordSet, (name));
            revert OffchainLookup(address(this), _urls, call, this.resolveByHolder.selector, abi.encodePacked(node, data));
        }
        if (kind == UNWRITTEN && _hasTrees()) {
            bytes memory call = abi.encodeCall(ISealedGateway.resolveWithSeal, (name, data));
            revert OffchainLookup(
                address(this),
                _urls,
                call,
                this.resolveByProvenHolder.selector,
                abi.encodePacked(node, uint32(data.length), data, request)
            );
        }
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
        return _answerBySigner(response, extraData);
    }

    /// @notice Answers for a name that is sealed in storage: the callback of `resolve`.
    /// @param response Signed sets, as SealedSets.sol has them.
    /// @param extraData Node (32), data.
    function resolveByHolder(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        bytes32 node = bytes32(extraData[:32]);
        return _answerByHolder(node, seals[node], response, extraData[32:]);
    }

    /// @notice Answers for a name of a domain that has trees of seals: the callback of `resolve`.
    /// @param response Length of the proof (4); the proof of what the trees say; signed sets for a sealed name, for another
    /// one what `resolveWithProof` takes.
    /// @param extraData Node (32), length of the data (4), data, request.
    function resolveByProvenHolder(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (bytes memory) {
        bytes32 node = bytes32(extraData[:32]);
        uint256 request = 36 + uint256(uint32(bytes4(extraData[32:36])));
        uint256 answer = 4 + uint256(uint32(bytes4(response[:4])));
        bytes calldata proof = response[4:answer];
        Seal memory seal = _sealOf(node, proof);
        if (!_isSealed(seal.kind)) return _answerBySigner(response[answer:], extraData[request:]);
        return _answerByHolder(node, seal, response[answer:], extraData[36:request]);
    }

    /// @notice Reads a file: the callback of `resolve` while the contract is dark.
    /// @dev A tile leads to another lookup, that of the next file.
    /// @param response The file: a tile, or the bucket of the name.
    /// @param extraData Hash of the file (32), depth of the tree (1), bits of the node that it still decides (1), node (32), data.
    function resolveFromFile(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        if (!isDark()) revert NotDark();
        bytes32 hash = bytes32(extraData[:32]);
        bytes32 node = bytes32(extraData[34:66]);
        bytes calldata data = extraData[66:];
        if (extraData[33] != 0) {
            uint8 depth = uint8(extraData[32]);
            (bytes32 child, uint8 bits) = childOf(response, hash, node, depth, uint8(extraData[33]));
            _lookUpFile(child, depth, bits, node, data);
        }
        requireBucket(response, hash);
        return _answerFromBucket(response, node, data);
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

    /// @notice Tells whose word an answer for a name is now.
    /// @param name The name in DNS wire form.
    function trustOf(bytes calldata name) external view returns (Trust) {
        uint8 kind = seals[nodeOf(name)].kind;
        if (_isSealed(kind)) return Trust.Holder;
        if (isDark()) return Trust.Files;
        return kind == UNWRITTEN && _hasTrees() ? Trust.Proven : Trust.Gateway;
    }

    /// @inheritdoc IVerifiableResolver
    /// @dev This contract verifies for every name.
    function verifierMetadata(bytes calldata) external view returns (address verifier, string[] memory gateways) {
        return (address(this), isDark() ? files() : _urls);
    }

    /// @notice Tells whether the answers for a name need data that is not on chain, as for every name here. A function of
    /// `ICompositeResolver`, which this contract is not: it passes no question on to another resolver.
    function requiresOffchain(bytes calldata) external pure returns (bool) {
        return true;
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return
            interfaceId == type(IERC165).interfaceId ||
            interfaceId == type(IERC7996).interfaceId ||
            interfaceId == type(IExtendedResolver).interfaceId ||
            interfaceId == type(IOffchainMetadata).interfaceId ||
            interfaceId == type(IVerifiableResolver).interfaceId;
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

    function _answerBySigner(bytes calldata response, bytes calldata extraData) private view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        _requireTimely(expires);
        bytes32 signedHash = _signedHash(digest(extraData, result, expires), signature);
        address signer = recoverSigner(signedHash, signature);
        if (!isSigner(signer)) revert UntrustedSigner(signer);
        if (result.length % 32 == 4) _revertWith(result);
        return result;
    }

    function _lookUpFile(bytes32 hash, uint8 depth, uint8 bits, bytes32 node, bytes calldata data) private view {
        string[] memory urlsOfFile = files();
        if (urlsOfFile.length == 0) revert NoFiles();
        for (uint256 i = 0; i < urlsOfFile.length; i++) urlsOfFile[i] = fileUrl(urlsOfFile[i], hash);
        bytes memory question = abi.encodePacked(hash, depth, bits, node, data);
        revert OffchainLookup(address(this), urlsOfFile, "", this.resolveFromFile.selector, question);
    }

    /// @dev A bucket has for a sealed name what the gateway would answer; one that leaves it out cannot deny its records.
    function _answerFromBucket(
        bytes calldata bucket,
        bytes32 node,
        bytes calldata data
    ) private view returns (bytes memory) {
        bytes calldata recordSet = findRecordSet(bucket, node);
        Seal memory seal = _sealOf(node, findRecord(recordSet, SEAL_PROOF_KEY));
        if (!_isSealed(seal.kind)) return _answer(recordSet, recordSet[0:0], node, data);
        return _answerByHolder(node, seal, findRecord(recordSet, SIGNED_SETS_KEY), data);
    }

    function _answerByHolder(
        bytes32 node,
        Seal memory seal,
        bytes calldata signedSets,
        bytes calldata data
    ) private view returns (bytes memory) {
        (bytes calldata records, bytes calldata delegated) = _verifiedRecords(node, seal, signedSets);
        return _answer(records, delegated, node, data);
    }

    /// @dev In the dark no signature can be renewed: what was valid at the last beat stays so.
    function _validityTime() internal view override returns (uint256) {
        return isDark() ? lastBeat : block.timestamp;
    }

    function _answer(
        bytes calldata records,
        bytes calldata delegated,
        bytes32 node,
        bytes calldata data
    ) private pure returns (bytes memory) {
        if (bytes4(data[:4]) == MULTICALL) return answersOf(records, delegated, node, data[4:]);
        bytes memory answer = answerOf(records, delegated, node, data);
        if (answer.length % 32 == 4) _revertWith(answer);
        return answer;
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
