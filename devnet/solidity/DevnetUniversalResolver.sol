// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {encodeName, findV1Resolver, labelAt, namehash, nextLabel} from "./DnsName.sol";
import {ResolverCaller} from "./ResolverCaller.sol";
import {reverseName} from "./ReverseName.sol";
import {IERC165, IExtendedResolver, IRecords, IRegistry, IV2Registry, hasInterface} from "./Standards.sol";

/// @notice ENSIP-23. Interface id 0xcd191b34.
interface IUniversalResolver {
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory, address);
    function reverse(
        bytes memory lookupAddress,
        uint256 coinType
    ) external view returns (string memory, address, address);
}

/// @title Stand-in for ENS's Universal Resolver (ENSIP-23), over the v1 registry or over a tree of v2 registries
contract DevnetUniversalResolver is ResolverCaller, IERC165, IUniversalResolver {
    struct ResolverInfo {
        bytes name;
        uint256 offset;
        bytes32 node;
        address resolver;
        bool extended;
    }

    /// @dev What is asked, and what to do with the answer.
    enum Step {
        Forward,
        ReverseName,
        ReverseAddress
    }

    struct Reverse {
        bytes lookupAddress;
        uint256 coinType;
        string[] gateways;
        address reverseResolver;
        string primary;
        address resolver;
    }

    IRegistry private immutable _registry;
    IV2Registry private immutable _root;

    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);

    /// @notice This chain has no second generation of ENS.
    error NoRootRegistry();

    /// @param registry The v1 registry.
    /// @param root The root of the v2 registries; the zero address makes this a Universal Resolver of the first generation.
    constructor(IRegistry registry, IV2Registry root) {
        _registry = registry;
        _root = root;
    }

    /// @notice The root of the v2 registries. Reverts where there is none.
    function ROOT_REGISTRY() external view returns (address) {
        if (address(_root) == address(0)) revert NoRootRegistry();
        return address(_root);
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(IERC165).interfaceId || interfaceId == type(IUniversalResolver).interfaceId;
    }

    /// @notice The resolver of `name`, the node of `name`, and where in `name` the ancestor starts that has the resolver.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        node = namehash(name, 0);
        if (address(_root) == address(0)) (resolver, offset) = findV1Resolver(_registry, name, 0);
        else (, resolver, offset) = _findV2Resolver(name, 0);
    }

    /// @notice As `findResolver`; reverts where nothing could answer for `name`.
    function requireResolver(bytes memory name) public view returns (ResolverInfo memory info) {
        info.name = name;
        (info.resolver, info.node, info.offset) = findResolver(name);
        info.extended = hasInterface(info.resolver, type(IExtendedResolver).interfaceId);
        if (info.resolver == address(0)) revert ResolverNotFound(name);
        if (info.offset != 0 && !info.extended) revert ResolverNotFound(name);
        if (info.resolver.code.length == 0) revert ResolverNotContract(name, info.resolver);
    }

    /// @notice Answers a record call about `name`, and tells which resolver did.
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory, address) {
        return resolveWithGateways(name, data, _localGateway());
    }

    /// @notice As `resolve`, through the given batch gateways.
    function resolveWithGateways(
        bytes memory name,
        bytes memory data,
        string[] memory gateways
    ) public view returns (bytes memory, address) {
        address resolver = requireResolver(name).resolver;
        bytes memory then = abi.encode(Step.Forward, abi.encode(resolver));
        return abi.decode(_ask(resolver, name, data, gateways, then), (bytes, address));
    }

    /// @notice The primary name of an address on the chain of `coinType` (ENSIP-19), its resolver and that of the reverse
    /// name. Reverts where the name does not lead back to the address.
    function reverse(
        bytes memory lookupAddress,
        uint256 coinType
    ) external view returns (string memory, address, address) {
        return reverseWithGateways(lookupAddress, coinType, _localGateway());
    }

    /// @notice As `reverse`, through the given batch gateways.
    function reverseWithGateways(
        bytes memory lookupAddress,
        uint256 coinType,
        string[] memory gateways
    ) public view returns (string memory, address, address) {
        ResolverInfo memory info = requireResolver(encodeName(reverseName(lookupAddress, coinType)));
        Reverse memory state = Reverse(lookupAddress, coinType, gateways, info.resolver, "", address(0));
        bytes memory then = abi.encode(Step.ReverseName, abi.encode(state));
        bytes memory call = abi.encodeCall(IRecords.name, (info.node));
        return abi.decode(_ask(info.resolver, info.name, call, gateways, then), (string, address, address));
    }

    function _answered(bytes memory answer, bytes memory then) internal view override returns (bytes memory) {
        (Step step, bytes memory state) = abi.decode(then, (Step, bytes));
        if (step == Step.Forward) return abi.encode(answer, abi.decode(state, (address)));
        Reverse memory lookup = abi.decode(state, (Reverse));
        if (step == Step.ReverseAddress) return _compare(answer, lookup);
        lookup.primary = abi.decode(answer, (string));
        return _askAddress(lookup);
    }

    function _failed(Answer memory answer, bytes4 selector) internal pure override {
        if (answer.status == Status.Returned) revert UnsupportedResolverProfile(selector);
        if (answer.status == Status.GatewayFailed) _revertWith(answer.data);
        if (bytes4(answer.data) == UnsupportedResolverProfile.selector) _revertWith(answer.data);
        revert ResolverError(answer.data);
    }

    function _askAddress(Reverse memory lookup) private view returns (bytes memory) {
        if (bytes(lookup.primary).length == 0) return abi.encode("", address(0), lookup.reverseResolver);
        ResolverInfo memory info = requireResolver(encodeName(lookup.primary));
        lookup.resolver = info.resolver;
        bytes memory call = lookup.coinType == 60
            ? abi.encodeWithSignature("addr(bytes32)", info.node)
            : abi.encodeWithSignature("addr(bytes32,uint256)", info.node, lookup.coinType);
        bytes memory then = abi.encode(Step.ReverseAddress, abi.encode(lookup));
        return _ask(info.resolver, info.name, call, lookup.gateways, then);
    }

    function _compare(bytes memory answer, Reverse memory lookup) private pure returns (bytes memory) {
        bytes memory found = lookup.coinType == 60
            ? abi.encodePacked(abi.decode(answer, (address)))
            : abi.decode(answer, (bytes));
        if (keccak256(found) != keccak256(lookup.lookupAddress)) revert ReverseAddressMismatch(lookup.primary, found);
        return abi.encode(lookup.primary, lookup.resolver, lookup.reverseResolver);
    }

    /// @dev Walks down from the root: the registry below `name`, the deepest resolver on the way and where it was found.
    function _findV2Resolver(
        bytes memory name,
        uint256 offset
    ) private view returns (IV2Registry registry, address resolver, uint256 foundAt) {
        uint256 next = nextLabel(name, offset);
        if (next == offset) return (_root, address(0), offset);
        (registry, resolver, foundAt) = _findV2Resolver(name, next);
        if (address(registry) == address(0)) return (registry, resolver, foundAt);
        string memory label = labelAt(name, offset);
        address own = registry.getResolver(label);
        if (own != address(0)) (resolver, foundAt) = (own, offset);
        registry = IV2Registry(registry.getSubregistry(label));
    }

    function _localGateway() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = "x-batch-gateway:true";
    }
}
