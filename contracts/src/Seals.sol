// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ACCOUNT, hasP256, isSignedBy, PASSKEY} from "./HolderSignature.sol";
import {Owned2Step} from "./Owned2Step.sol";
import {bucketOf, findRecordSet, MAX_ZONE_DEPTH, zoneRoot} from "./Zone.sol";

/// @dev The state of a node in storage besides the kinds of holders: none was written, so that roots count; or no holder,
/// whatever the roots say.
uint8 constant UNWRITTEN = 0;
uint8 constant OPEN = 3;

/// @notice Who signs the records of names. What a seal says, neither a signer of the gateway nor the issuer can change; the
/// owner can where the domain is revocable, after a notice that everyone sees.
abstract contract Seals is Owned2Step {
    /// @notice The holder of a node, as stored.
    /// @param kind ACCOUNT, PASSKEY, OPEN or UNWRITTEN.
    /// @param sequence Record sets with a lower number do not count.
    struct Seal {
        address holder;
        uint8 kind;
        uint64 sequence;
    }

    /// @notice What makes a seal or changes it, signed as EIP-712 has it.
    /// @param holder Zero, like the recovery, for OPEN: the holder gives the seal up, and the gateway answers.
    /// @param recovery Who can give the name to another holder, 72 hours after starting a recovery; zero: no account can.
    /// @param sequence Greater than that of the node, by MAX_SEQUENCE_STEP at most.
    /// @param until The last second in which it can be presented.
    struct Change {
        bytes32 node;
        address holder;
        uint8 kind;
        address recovery;
        uint64 sequence;
        uint64 until;
    }

    /// @notice A holder that counts from a time on.
    struct Recovery {
        address holder;
        uint8 kind;
        uint64 readyAt;
    }

    /// @notice A tree of seals: buckets as in a frozen zone, in which the value of a node is kind (1) and holder (20).
    struct SealTree {
        bytes32 root;
        uint8 depth;
    }

    /// @notice How many trees there can be at a time.
    uint256 public constant MAX_SEAL_TREES = 16;

    /// @notice How long, in seconds, a holder can object to a recovery.
    uint256 public constant RECOVERY_DELAY = 72 hours;

    /// @notice How much greater a change can make the sequence: enough for one in milliseconds, and so little that no holder reaches
    /// the end of the numbers, where a name could not be unsealed, recovered or given on.
    uint64 public constant MAX_SEQUENCE_STEP = 2 ** 42;

    /// @notice How long, in seconds, a notice can be used once it has passed.
    uint256 public constant NOTICE_LIFETIME = 30 days;

    bytes32 public constant CHANGE_TYPE =
        keccak256(
            "Change(bytes32 node,address holder,uint8 kind,address recovery,uint64 sequence,uint64 until)"
        );

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @notice How long before it the owner announces, in seconds, that a name is no longer sealed; zero where seals are
    /// irrevocable.
    uint64 public immutable notice;

    /// @notice Whose signature a new seal needs: an account, of a key or a contract; zero where only trees seal.
    address public issuer;

    /// @notice The seal of a node in storage, which outranks the trees.
    mapping(bytes32 node => Seal) public seals;

    /// @notice Who can start a recovery of a node.
    mapping(bytes32 node => address) public recoveryOf;

    /// @notice The recovery of a node that was started.
    mapping(bytes32 node => Recovery) public recoveries;

    /// @notice From when on the owner can unseal a node, for NOTICE_LIFETIME, in Unix seconds; zero without notice.
    mapping(bytes32 node => uint64) public unsealableAt;

    SealTree[] private _trees;
    SealTree private _announcedTree;

    /// @notice From when on the announced tree can replace all trees, for NOTICE_LIFETIME, in Unix seconds; zero without one.
    uint64 public treesReplaceableAt;

    event IssuerChanged(address issuer);
    event Sealed(bytes32 indexed node, address indexed holder, uint8 kind, address recovery, uint64 sequence);
    event RecoveryStarted(bytes32 indexed node, address indexed holder, uint8 kind, uint64 readyAt);
    event NoticeGiven(bytes32 indexed node, uint64 unsealableAt);
    event NoticeWithdrawn(bytes32 indexed node);
    event Unsealed(bytes32 indexed node);
    event SealTreeAdded(bytes32 root, uint8 depth);
    event SealTreeAnnounced(bytes32 root, uint8 depth, uint64 replaceableAt);
    event SealTreesReplaced(bytes32 root, uint8 depth);

    /// @notice A seal of this kind cannot be made here.
    error UnsupportedKind(uint8 kind);

    /// @notice The change could be presented until `until`, in Unix seconds.
    error ChangeExpired(uint64 until);

    /// @notice The number is not greater than `sequence`, that of the node.
    error SequenceTooLow(uint64 sequence);

    /// @notice The number is greater than `greatest`.
    error SequenceTooHigh(uint64 greatest);

    /// @notice No account has the zero address: the name would be locked for good.
    error ZeroHolder();

    /// @notice Who may allow the change has not signed it.
    error NotAuthorized();

    /// @notice The new holder has not signed the seal.
    error NoConsent();

    error NotRecovery(address caller);
    error NotReady(uint64 readyAt);

    /// @notice The notice passed at `readyAt`, in Unix seconds, longer ago than NOTICE_LIFETIME: another one is needed.
    error NoticeLapsed(uint64 readyAt);

    error Irrevocable();
    error TooManyTrees();
    error InvalidTree();

    /// @notice The bucket is not that of the node in the tree at `index`.
    error InvalidSealProof(uint256 index);

    constructor(uint64 initialNotice) {
        notice = initialNotice;
    }

    /// @notice Seals a name, or gives a sealed one to another holder, who may be the same with another number or recovery.
    /// Anyone may present it. A first seal ends a notice that was given before it.
    /// @param authorization By the holder; of a name without one, by the issuer.
    /// @param consent By the new holder; not looked at where the present one gives the name away.
    /// @param proof Of what the trees say; not looked at where the node is in storage.
    function change(
        Change calldata next,
        bytes calldata authorization,
        bytes calldata consent,
        bytes calldata proof
    ) external {
        if (next.until < block.timestamp) revert ChangeExpired(next.until);
        Seal memory present = _sealOf(next.node, proof);
        if (next.sequence <= present.sequence) revert SequenceTooLow(present.sequence);
        uint64 greatest = present.sequence + MAX_SEQUENCE_STEP;
        if (next.sequence > greatest) revert SequenceTooHigh(greatest);
        bytes32 digest = _typedDigest(keccak256(abi.encode(CHANGE_TYPE, next)));
        if (_isSealed(present.kind)) {
            if (!_isRelease(next)) _requireHolder(next.holder, next.kind);
            if (!isSignedBy(present.kind, present.holder, digest, authorization)) revert NotAuthorized();
        } else {
            _requireHolder(next.holder, next.kind);
            if (issuer == address(0) || !isSignedBy(ACCOUNT, issuer, digest, authorization)) revert NotAuthorized();
            if (!isSignedBy(next.kind, next.holder, digest, consent)) revert NoConsent();
            delete unsealableAt[next.node];
        }
        delete recoveries[next.node];
        recoveryOf[next.node] = next.recovery;
        _setSeal(next.node, Seal(next.holder, next.kind, next.sequence), next.recovery);
    }

    /// @notice Starts to give a sealed name to another holder. The present one has 72 hours to `change` it.
    function startRecovery(bytes32 node, address holder, uint8 kind) external {
        if (msg.sender != recoveryOf[node]) revert NotRecovery(msg.sender);
        _requireHolder(holder, kind);
        uint64 readyAt = uint64(block.timestamp + RECOVERY_DELAY);
        recoveries[node] = Recovery(holder, kind, readyAt);
        emit RecoveryStarted(node, holder, kind, readyAt);
    }

    /// @notice Completes a recovery that the holder has not ended by a change.
    function finishRecovery(bytes32 node) external {
        Recovery memory recovery = recoveries[node];
        _requireReady(recovery.readyAt);
        delete recoveries[node];
        _setSeal(node, Seal(recovery.holder, recovery.kind, seals[node].sequence + 1), recoveryOf[node]);
    }

    /// @notice Announces that a name will be unsealed, in a domain that is revocable.
    function giveNotice(bytes32 node) external onlyOwner {
        if (notice == 0) revert Irrevocable();
        unsealableAt[node] = uint64(block.timestamp) + notice;
        emit NoticeGiven(node, unsealableAt[node]);
    }

    /// @notice Takes the announcement back.
    function withdrawNotice(bytes32 node) external onlyOwner {
        delete unsealableAt[node];
        emit NoticeWithdrawn(node);
    }

    /// @notice Unseals a name after the notice: the gateway answers for it.
    function unseal(bytes32 node) external onlyOwner {
        _requireNotice(unsealableAt[node]);
        delete unsealableAt[node];
        delete recoveries[node];
        delete recoveryOf[node];
        seals[node] = Seal(address(0), OPEN, seals[node].sequence + 1);
        emit Unsealed(node);
    }

    /// @notice Sets whose signature a new seal needs.
    function setIssuer(address newIssuer) external onlyOwner {
        issuer = newIssuer;
        emit IssuerChanged(newIssuer);
    }

    /// @notice Seals the names of a tree, except those that are sealed: of several trees with a node, the first counts.
    function addSealTree(bytes32 root, uint8 depth) external onlyOwner {
        _requireTree(root, depth);
        if (_trees.length == MAX_SEAL_TREES) revert TooManyTrees();
        _trees.push(SealTree(root, depth));
        emit SealTreeAdded(root, depth);
    }

    /// @notice Announces one tree in the place of all, in a domain that is revocable.
    function announceSealTree(bytes32 root, uint8 depth) external onlyOwner {
        if (notice == 0) revert Irrevocable();
        _requireTree(root, depth);
        _announcedTree = SealTree(root, depth);
        treesReplaceableAt = uint64(block.timestamp) + notice;
        emit SealTreeAnnounced(root, depth, treesReplaceableAt);
    }

    /// @notice Puts the announced tree in the place of all, after the notice.
    function replaceSealTrees() external onlyOwner {
        _requireNotice(treesReplaceableAt);
        delete treesReplaceableAt;
        delete _trees;
        _trees.push(_announcedTree);
        emit SealTreesReplaced(_announcedTree.root, _announcedTree.depth);
    }

    /// @notice The trees of seals, in their order.
    function sealTrees() external view returns (SealTree[] memory) {
        return _trees;
    }

    /// @notice EIP-712, what is signed for a change.
    function changeDigest(Change calldata next) external view returns (bytes32) {
        return _typedDigest(keccak256(abi.encode(CHANGE_TYPE, next)));
    }

    function _typedDigest(bytes32 structHash) internal view returns (bytes32) {
        bytes32 separator = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("Byname"), keccak256("1"), block.chainid, address(this))
        );
        return keccak256(abi.encodePacked(hex"1901", separator, structHash));
    }

    function _hasTrees() internal view returns (bool) {
        return _trees.length != 0;
    }

    function _isSealed(uint8 kind) internal pure returns (bool) {
        return kind == ACCOUNT || kind == PASSKEY;
    }

    /// @param proof For each tree up to the first with the node: siblings, length of the bucket (4), bucket.
    /// @return present OPEN for a node without a holder.
    function _sealOf(bytes32 node, bytes calldata proof) internal view returns (Seal memory present) {
        present = seals[node];
        if (present.kind != UNWRITTEN) return present;
        for (uint256 i = 0; i < _trees.length; i++) {
            bytes calldata value;
            (value, proof) = _readTree(i, node, proof);
            if (value.length == 21) return Seal(address(bytes20(value[1:])), uint8(value[0]), 0);
        }
        return Seal(address(0), OPEN, 0);
    }

    function _readTree(
        uint256 index,
        bytes32 node,
        bytes calldata proof
    ) private view returns (bytes calldata value, bytes calldata rest) {
        SealTree memory tree = _trees[index];
        uint256 start = 32 * uint256(tree.depth) + 4;
        if (proof.length < start) revert InvalidSealProof(index);
        uint256 end = start + uint32(bytes4(proof[start - 4:start]));
        if (proof.length < end) revert InvalidSealProof(index);
        bytes calldata bucket = proof[start:end];
        if (zoneRoot(bucketOf(node, tree.depth), bucket, proof[:start - 4]) != tree.root) revert InvalidSealProof(index);
        return (findRecordSet(bucket, node), proof[end:]);
    }

    function _isRelease(Change calldata next) private pure returns (bool) {
        return next.kind == OPEN && next.holder == address(0) && next.recovery == address(0);
    }

    function _setSeal(bytes32 node, Seal memory next, address recovery) private {
        seals[node] = next;
        emit Sealed(node, next.holder, next.kind, recovery, next.sequence);
    }

    function _requireHolder(address holder, uint8 kind) private view {
        if (holder == address(0)) revert ZeroHolder();
        if (kind != ACCOUNT && !(kind == PASSKEY && hasP256())) revert UnsupportedKind(kind);
    }

    function _requireReady(uint64 readyAt) private view {
        if (readyAt == 0 || block.timestamp < readyAt) revert NotReady(readyAt);
    }

    function _requireNotice(uint64 readyAt) private view {
        _requireReady(readyAt);
        if (block.timestamp > readyAt + NOTICE_LIFETIME) revert NoticeLapsed(readyAt);
    }

    function _requireTree(bytes32 root, uint8 depth) private pure {
        if (root == 0 || depth > MAX_ZONE_DEPTH) revert InvalidTree();
    }
}
