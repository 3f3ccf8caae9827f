// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {findV1Resolver} from "./DnsName.sol";
import {ResolverCaller} from "./ResolverCaller.sol";
import {IERC165, IERC7996, IExtendedResolver, IRegistry, hasInterface} from "./Standards.sol";
import {ICompositeResolver, MULTICALL_FEATURE} from "./Standards.sol";

/// @title Stand-in for the resolver that v2 gives to names not yet migrated: it asks the name's resolver in v1
contract DevnetMirrorResolver is ResolverCaller, IERC165, IERC7996, IExtendedResolver, ICompositeResolver {
    IRegistry private immutable _registry;

    /// @notice There is nothing in v1 behind `name`.
    error UnreachableName(bytes name);

    /// @param registry The v1 registry.
    constructor(IRegistry registry) {
        _registry = registry;
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return
            interfaceId == type(IERC165).interfaceId ||
            interfaceId == type(IERC7996).interfaceId ||
            interfaceId == type(IExtendedResolver).interfaceId ||
            interfaceId == type(ICompositeResolver).interfaceId;
    }

    /// @inheritdoc IERC7996
    function supportsFeature(bytes4 feature) external pure returns (bool) {
        return feature == MULTICALL_FEATURE;
    }

    /// @notice The resolver of `name` in v1, by ENSIP-10; the zero address where there is none. It is never offchain.
    function getResolver(bytes memory name) external view returns (address resolver, bool offchain) {
        return (_findResolver(name), false);
    }

    /// @notice Nothing offchain is needed to find the resolver in v1.
    function requiresOffchain(bytes memory) external pure returns (bool) {
        return false;
    }

    /// @inheritdoc IExtendedResolver
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory) {
        address resolver = _findResolver(name);
        if (resolver.code.length == 0) revert UnreachableName(name);
        string[] memory gateways = new string[](1);
        gateways[0] = "x-batch-gateway:true";
        return abi.decode(_ask(resolver, name, data, gateways, ""), (bytes));
    }

    function _answered(bytes memory answer, bytes memory) internal pure override returns (bytes memory) {
        return abi.encode(answer);
    }

    function _failed(Answer memory answer, bytes4) internal pure override {
        _revertWith(answer.data);
    }

    function _findResolver(bytes memory name) private view returns (address resolver) {
        uint256 offset;
        (resolver, offset) = findV1Resolver(_registry, name, 0);
        if (offset != 0 && !hasInterface(resolver, type(IExtendedResolver).interfaceId)) return address(0);
    }
}
