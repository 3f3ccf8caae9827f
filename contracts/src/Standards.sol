// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice EIP-3668: the answer is offchain. The client fetches it from one of `urls` and hands it to
/// `callbackFunction` of `sender`.
/// @param sender The contract that asks; clients compare it with the contract they called.
/// @param urls Gateway URL templates, tried in order: GET where they hold `{data}`, else POST.
/// @param callData What the gateway is asked.
/// @param callbackFunction Selector that takes (bytes response, bytes extraData).
/// @param extraData Handed to the callback unchanged.
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

/// @notice ERC-165: which interfaces a contract implements.
interface IERC165 {
    /// @notice Tells whether the contract implements an interface.
    /// @param interfaceId The interface: XOR of its function selectors.
    /// @return supported False for 0xffffffff and for every interface not implemented.
    function supportsInterface(bytes4 interfaceId) external view returns (bool supported);
}

/// @notice ERC-7996: which features a contract has that its interfaces cannot tell. Interface id 0x582de3e7.
interface IERC7996 {
    /// @notice Tells whether the contract has a feature.
    /// @param feature First four bytes of the hash of the feature's name.
    /// @return supported False for an unknown feature.
    function supportsFeature(bytes4 feature) external view returns (bool supported);
}

/// @notice ENSIP-10: a resolver that answers for a name and for all names below it. Interface id 0x9061b923.
interface IExtendedResolver {
    /// @notice Answers a record call about a name.
    /// @param name The name in DNS wire form.
    /// @param data The record call, for example `addr(bytes32)` or `multicall(bytes[])`, with its arguments.
    /// @return result The ABI-encoded return values of the record call.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory result);
}

/// @notice ENSIP-16: where the data of offchain names is kept. Interface id 0x8a596ebe.
interface IOffchainMetadata {
    /// @notice The answer of `metadata` has changed.
    /// @param name The name in DNS wire form; the root name (one zero byte) stands for every name.
    /// @param rpcURLs JSON-RPC endpoints that serve the events of the data; empty where there are none.
    /// @param chainId The chain that holds the data; 0 means that it is offchain.
    /// @param baseRegistry The registry on that chain; the zero address where there is none.
    event MetadataChanged(bytes name, string[] rpcURLs, uint256 chainId, address baseRegistry);

    /// @notice Tells where the data of a name is kept.
    /// @param name The name in DNS wire form.
    /// @return rpcURLs JSON-RPC endpoints that serve the events of the data; empty where there are none.
    /// @return chainId The chain that holds the data; 0 means that it is offchain.
    /// @return baseRegistry The registry on that chain; the zero address where there is none.
    function metadata(
        bytes calldata name
    ) external view returns (string[] memory rpcURLs, uint256 chainId, address baseRegistry);
}
